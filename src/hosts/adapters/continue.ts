import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'continue',
  title: 'Continue',
  source: 'https://docs.continue.dev/customize/deep-dives/rules (read 2026-11-22)',
  programs: ['cn'],
  folders: [{ home: '.continue' }],
  project: ['.continue', 'rules', 'tinyjuice.md'],
  head: '---\nname: tinyjuice\nalwaysApply: true\n---\n\n',
});
