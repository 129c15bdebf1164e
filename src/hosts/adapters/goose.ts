import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'goose',
  title: 'goose',
  source:
    'https://block.github.io/goose/docs/guides/using-goosehints (read 2026-11-22); CONTEXT_FILE_NAMES of its environment variables (2026-11-23)',
  programs: ['goose'],
  folders: [{ home: '.config/goose' }],
  // It reads .goosehints too: with the note in both, its agents would be told twice.
  project: ['AGENTS.md'],
  user: { folder: { home: '.config/goose' }, below: ['.goosehints'] },
});
