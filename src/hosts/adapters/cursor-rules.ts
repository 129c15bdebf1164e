import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'cursor-rules',
  title: 'Cursor, by a rule',
  source: 'https://cursor.com/docs/context/rules, as stbenjam/skillsaw checks it (read 2026-11-22)',
  project: ['.cursor', 'rules', 'tinyjuice.mdc'],
  head: '---\ndescription: How to run commands with long output\nalwaysApply: true\n---\n\n',
});
