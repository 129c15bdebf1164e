import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'kiro',
  title: 'Kiro',
  source: 'https://kiro.dev/docs/cli/steering (read 2026-11-22)',
  programs: ['kiro', 'kiro-cli'],
  folders: [{ home: '.kiro' }],
  project: ['.kiro', 'steering', 'tinyjuice.md'],
  user: { folder: { home: '.kiro/steering' }, below: ['tinyjuice.md'] },
});
