import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'roo',
  title: 'Roo Code',
  source: 'https://docs.roocode.com/features/custom-instructions (read 2026-11-22)',
  folders: [{ home: '.roo' }],
  project: ['.roo', 'rules', 'tinyjuice.md'],
  user: { folder: { home: '.roo/rules' }, below: ['tinyjuice.md'] },
});
