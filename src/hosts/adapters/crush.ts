import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'crush',
  title: 'Crush',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  programs: ['crush'],
  folders: [{ home: '.config/crush' }],
  project: ['CRUSH.md'],
});
