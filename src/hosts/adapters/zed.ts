import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'zed',
  title: 'Zed',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  programs: ['zed'],
  folders: [{ home: '.config/zed' }],
  project: ['AGENTS.md'],
});
