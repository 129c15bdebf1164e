import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'mistral-vibe',
  title: 'Mistral Vibe',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  programs: ['vibe'],
  folders: [{ home: '.vibe' }],
  project: ['AGENTS.md'],
});
