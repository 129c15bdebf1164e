import { defineHost } from '../host.js';

export default defineHost({
  name: 'openhuman',
  title: 'OpenHuman',
  source: 'the JSON protocol of its tokenjuice integration (2026-11-20)',
  tested: 'read',
  about:
    'Calls `tinyjuice reduce-json --lines` itself, for every tool, with its own `[tokenjuice]` settings: nothing is installed.',
  signs: ({ user }) => ({ programs: ['openhuman', 'openhuman-core'], folders: [user({ home: '.openhuman' })] }),
  edits: () => [],
  next: 'see “OpenHuman” in the README: where it asks us, and how its settings are read',
});
