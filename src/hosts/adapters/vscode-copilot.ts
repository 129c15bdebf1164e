import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'vscode-copilot',
  title: 'GitHub Copilot in VS Code',
  source:
    'https://docs.github.com/en/copilot/customizing-copilot/adding-custom-instructions-for-github-copilot as pr-pm/prpm lists it (read 2026-11-22); it reads AGENTS.md, as the CLI of Copilot does (2026-11-23)',
  // It reads .github/copilot-instructions.md too: with the note in both, its agents would be told twice.
  project: ['AGENTS.md'],
});
