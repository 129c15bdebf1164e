import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'droid',
  title: 'Factory Droid',
  source: 'Droid 0.225.2, driven offline: its hooks cannot replace an output; it reads these files (2026-11-20)',
  tested: 'run',
  programs: ['droid'],
  folders: [{ home: '.factory' }],
  project: ['AGENTS.md'],
  user: { folder: { home: '.factory' }, below: ['AGENTS.md'] },
});
