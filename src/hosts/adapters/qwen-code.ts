import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'qwen-code',
  title: 'Qwen Code',
  source:
    'Qwen Code 0.24.4, driven offline: its hooks cannot replace an output, nor rewrite a command; it reads these files (2026-11-20)',
  tested: 'run',
  programs: ['qwen'],
  folders: [{ home: '.qwen' }],
  // It reads QWEN.md too: with the note in both, its agents would be told twice.
  project: ['AGENTS.md'],
  user: { folder: { home: '.qwen' }, below: ['QWEN.md'] },
});
