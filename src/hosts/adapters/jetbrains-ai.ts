import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'jetbrains-ai',
  title: 'JetBrains AI Assistant',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  project: ['.aiassistant', 'rules', 'tinyjuice.md'],
});
