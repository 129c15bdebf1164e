import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'firebase-studio',
  title: 'Firebase Studio',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  project: ['.idx', 'airules.md'],
});
