/** Whether a command line switches us off for itself: `TINYJUICE=off npm test`, `tinyjuice wrap --raw -- npm test`. */

/** Told by the text, as a shell would take it once quotes are off. What only looks so passes as it is, which is never wrong. */
export const isSwitchedOff = (command: string | readonly string[]): boolean => {
  const text = typeof command === 'string' ? command : command.join(' ');
  return /TINYJUICE|tinyjuice/.test(text) && OFF.test(text.replace(QUOTES, ''));
};

const QUOTES = /\$?['"]|\\(?:\r?\n)?/g;

/** What a shell begins a word behind; the flag is that of `bash -c` and `env -S` with their text glued to it. */
const BEGIN = String.raw`(?:^|[\s;&|(){}${'`'}]|\s-[a-z]*[cS])`;
const END = String.raw`(?=[\s;&|(){}<>${'`'}]|$)`;

const FORMS = [
  `${BEGIN}TINYJUICE=off`,
  // PowerShell and fish.
  String.raw`\$(?:\{env:TINYJUICE\}|env:TINYJUICE)\s*=\s*off`,
  String.raw`${BEGIN}set\s+(?:-\S+\s+)+TINYJUICE\s+off`,
  String.raw`${BEGIN}tinyjuice\s(?:[^;&|]*\s)?--raw`,
];
const OFF = new RegExp(`(?:${FORMS.join('|')})${END}`);
