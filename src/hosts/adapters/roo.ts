import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'roo',
  title: 'Roo Code',
  source: 'https://docs.roocode.com/features/custom-instructions (read 2026-11-23)',
  folders: [{ home: '.roo' }],
  // It reads .roo/rules too: with the note in both, its agents would be told twice.
  project: ['AGENTS.md'],
  user: { folder: { home: '.roo/rules' }, below: ['tinyjuice.md'] },
});
