/** Settings as people have them: each must come out of install and uninstall as it went in. */

const hook = (command: string) => `{ "matcher": "Edit", "hooks": [{ "type": "command", "command": "${command}" }] }`;

/** Hooks of others that have our hooks' names. */
const namesakes = ['node /opt/other/dist/cli.js', "node './dist/cli.js'", 'npx other'].map(program =>
  hook(`${program} hook claude-code`),
);

const plain = [
  '{}',
  '{}\n',
  '{ }',
  '{\n}\n',
  '',
  '\n',
  '{"permissions":{"allow":["Bash(ls)"]}}',
  '{\n  "permissions": {\n    "allow": ["Bash(npm test)"],\n    "deny": ["Read(./.env)"]\n  },\n  "model": "opus"\n}\n',
  '{\n    "env": { "FOO": "1" }\n}',
  '{\n\t"env": {\n\t\t"FOO": "ü 😀 \\u00e9"\n\t}\n}\n',
  '{"hooks":{}}',
  '{"hooks": {"PostToolUse": []}}\n',
  '{\n  "hooks": {\n    "PostToolUse": [\n    ]\n  }\n}\n',
  `{\n  "hooks": {\n    "PostToolUse": [\n      ${hook('prettier --write')}\n    ]\n  }\n}\n`,
  `{\n  "hooks": {\n    "PostToolUse": [${hook('a')}, ${hook('b')}],\n    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]\n  }\n}\n`,
  `{\n  "hooks": {\n    "PostToolUse": [\n      ${namesakes.join(',\n      ')}\n    ]\n  }\n}\n`,
  `{ "hooks": { "PreToolUse": [${hook('rtk hook claude')}] }, "disableAllHooks": false }\n`,
  '{\n  "a": 1, "b": [1,\n 2, 3],\n      "odd":   true}',
  '{\n"none": null\n}',
];

const withComments = [
  '// mine\n{\n  // yours\n  "model": "opus" // theirs\n}\n',
  '{\n  /* a\n     block */\n  "model": "opus", // a trailing comma:\n}\n',
  `{\n  "hooks": {\n    "PostToolUse": [\n      ${hook('x')}, // the last\n    ],\n  },\n}\n// the end\n`,
  '{\n  "hooks": {\n    "PostToolUse": [ /* nothing yet */ ]\n  }\n}\n',
  '{\n  "hooks": { // none\n  }\n}\n',
  '{} // empty\n',
  '{\r  "a": 1, // ends of lines as they once were\r  "b": 2 // and no more\r}\r',
];

/** By what is odd about them. */
export const settingsFiles: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...plain,
    ...withComments,
    ...[plain[7], plain[13], withComments[1], withComments[2]].map(text => (text ?? '').replaceAll('\n', '\r\n')),
    ...[plain[7], plain[13], withComments[0]].map(text => `\uFEFF${text}`),
  ].map((text, at) => [`${at + 1}: ${JSON.stringify(text.slice(0, 60))}`, text]),
);

/** What is not to be touched. */
export const brokenFiles: readonly string[] = [
  '{',
  'not json',
  '[]',
  '"text"',
  '{"hooks": []}',
  '{"hooks": {"PostToolUse": {}}}',
  '{"hooks": {"PostToolUse": null}}',
  '{"hooks": {}, "hooks": {}}',
  '{"a": 1,, "b": 2}',
  '{"a": 1} {"b": 2}',
  '{"a": 01}',
  '{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> x\n}',
];
