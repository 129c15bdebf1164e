import { defineHost, type Edit, type Places } from '../host.js';

const HOME = { home: '.tinyharness' };

/** Its command tool refuses what joins commands, and gives the first 5,000 characters of what one prints. */
const NOTE = `## Long output of commands

A command that may print more than 50 lines (tests, builds, installs, logs) is run as \`tinyjuice wrap -- COMMAND\`, with no other command beside it: same exit code, noise left out. The run tool shows 5,000 characters: with \`tinyjuice wrap --max-chars 4800 -- COMMAND\` errors and the end are among them. If the last line names a token, \`tinyjuice retrieve TOKEN\` gives everything back (\`--lines A-B\`, \`--grep REGEX\`). Files are read as usual.
`;

const SKILL = `---
name: tinyjuice
description: Run commands with long output, and get back what was left out of it
---

${NOTE}`;

/** Of a user it reads skills; of a project files that its settings name, beside which a skill would tell the same again. */
function editsOf({ project, user }: Places): readonly Edit[] {
  if (project === undefined)
    return [{ kind: 'file', path: user(HOME, 'skills', 'tinyjuice', 'SKILL.md'), text: SKILL }];
  const note = '.tinyharness/TINYJUICE.md';
  return [
    { kind: 'file', path: project(note), text: NOTE },
    { kind: 'json-entry', path: project('.tinyharness', 'config.json'), at: ['project_md_files'], entry: note },
  ];
}

export default defineHost({
  name: 'tinyharness',
  title: 'TinyHarness',
  source: 'its sources: skills, project files and the run tool (2026-11-20)',
  tested: 'read',
  about:
    'Has no hook: a skill, or with --project a file that every session reads, tells its agents to use `tinyjuice wrap`.',
  signs: ({ user }) => ({
    programs: ['tinyharness'],
    folders: [user({ home: '.config/tinyharness' }), user(HOME)],
  }),
  edits: editsOf,
  next: 'for what every session reads, run it in a project: tinyjuice install tinyharness --project',
});
