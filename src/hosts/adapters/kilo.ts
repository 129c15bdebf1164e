import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'kilo',
  title: 'Kilo Code',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  programs: ['kilo', 'kilocode'],
  folders: [{ home: '.kilocode' }],
  project: ['AGENTS.md'],
});
