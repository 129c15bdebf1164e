import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'aider',
  title: 'Aider',
  source: 'https://aider.chat/docs/usage/conventions.html as pr-pm/prpm lists it (read 2026-11-22)',
  programs: ['aider'],
  project: ['CONVENTIONS.md'],
  next: 'have Aider read it: aider --read CONVENTIONS.md, or read: CONVENTIONS.md in .aider.conf.yml',
});
