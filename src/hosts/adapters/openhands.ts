import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'openhands',
  title: 'OpenHands',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  programs: ['openhands'],
  folders: [{ home: '.openhands' }],
  project: ['.openhands', 'microagents', 'repo.md'],
});
