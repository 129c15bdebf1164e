import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'junie',
  title: 'JetBrains Junie',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  programs: ['junie'],
  folders: [{ home: '.junie' }],
  project: ['.junie', 'guidelines.md'],
});
