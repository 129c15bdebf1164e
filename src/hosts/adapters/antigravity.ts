import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'antigravity',
  title: 'Google Antigravity',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  programs: ['antigravity'],
  folders: [{ home: '.antigravity' }],
  project: ['.agent', 'rules', 'tinyjuice.md'],
});
