import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'augment',
  title: 'Augment Code',
  source: 'github.com/intellectronica/ruler, README (read 2026-11-22)',
  programs: ['auggie'],
  folders: [{ home: '.augment' }],
  project: ['.augment', 'rules', 'tinyjuice.md'],
});
