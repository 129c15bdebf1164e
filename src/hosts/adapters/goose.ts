import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'goose',
  title: 'goose',
  source: 'https://block.github.io/goose/docs/guides/using-goosehints (read 2026-11-22)',
  programs: ['goose'],
  folders: [{ home: '.config/goose' }],
  project: ['.goosehints'],
  user: { folder: { home: '.config/goose' }, below: ['.goosehints'] },
});
