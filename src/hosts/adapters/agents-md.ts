import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'agents-md',
  title: 'any agent that reads AGENTS.md',
  source: 'https://agents.md, as docs.atlan.com tells of it (read 2026-11-22)',
  project: ['AGENTS.md'],
});
