import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'amazon-q',
  title: 'Amazon Q Developer',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  programs: ['q'],
  folders: [{ home: '.aws/amazonq' }],
  project: ['.amazonq', 'rules', 'tinyjuice.md'],
});
