import { defineNoteHost } from '../note.js';

export default defineNoteHost({
  name: 'vscode-copilot',
  title: 'GitHub Copilot in VS Code',
  source:
    'https://docs.github.com/en/copilot/customizing-copilot/adding-custom-instructions-for-github-copilot as pr-pm/prpm lists it (read 2026-11-22)',
  project: ['.github', 'copilot-instructions.md'],
});
