import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'trae',
  title: 'Trae',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  programs: ['trae'],
  folders: [{ home: '.trae' }],
  project: ['.trae', 'rules', 'project_rules.md'],
});
