import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'crush',
  title: 'Crush',
  source: 'github.com/charmbracelet/crush, internal/config/config.go: its default context paths (read 2026-11-23)',
  programs: ['crush'],
  folders: [{ home: '.config/crush' }],
  // It reads CRUSH.md too: with the note in both, its agents would be told twice.
  project: ['AGENTS.md'],
});
