import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'gemini-md',
  title: 'Gemini CLI, by a note',
  source: 'Gemini CLI 0.61.0, driven offline: it reads these files (2026-11-20)',
  project: ['GEMINI.md'],
  user: { folder: { variable: 'GEMINI_CLI_HOME', home: '' }, below: ['.gemini', 'GEMINI.md'] },
  next: 'the hook of gemini-cli does more: tinyjuice install gemini-cli',
});
