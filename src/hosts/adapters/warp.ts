import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'warp',
  title: 'Warp',
  source: 'https://agents.md, which lists it (2026-11-22)',
  programs: ['warp-terminal'],
  project: ['AGENTS.md'],
});
