import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'windsurf',
  title: 'Windsurf',
  source: 'https://docs.windsurf.com/windsurf/cascade/memories (read 2026-11-22)',
  programs: ['windsurf'],
  folders: [{ home: '.codeium/windsurf' }],
  project: ['AGENTS.md'],
  user: { folder: { home: '.codeium/windsurf' }, below: ['memories', 'global_rules.md'] },
});
