import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'amp',
  title: 'Amp',
  source:
    'https://www.developersdigest.tech/reference/amp/config-files (read 2026-11-22); its plugins need an account, and were not run',
  programs: ['amp'],
  folders: [{ home: '.config/amp' }],
  project: ['AGENTS.md'],
  user: { folder: { home: '.config/amp' }, below: ['AGENTS.md'] },
});
