/** Rules of a user and of projects, in fresh folders. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folder } from './cli.js';

/** A rule for a made-up tool: `hammer` prints lines `beat N`, and a total. */
export const hammer = {
  title: 'Hammer',
  family: 'test-results',
  shape: 'verdict',
  source: ['made up'],
  match: {
    command: [{ program: ['hammer'] }],
    output: { signatures: { head: '^hammer v\\d+', total: '^beats: \\d+$' }, atLeast: 2 },
  },
  drop: { beat: '^beat \\d+ of the hammer went well$' },
  fixtures: ['hammer/plain'],
};

/** What it prints: too few lines of one kind in a row to be left out without a rule. */
export const hammerText = (middle: readonly string[] = []): string =>
  ['hammer v3', ...beats(0), 'pause', ...middle, ...beats(40), 'beats: 80', ''].join('\n');

const beats = (from: number): readonly string[] =>
  Array.from({ length: 40 }, (_, at) => `beat ${from + at} of the hammer went well`);

/** A place for rules: a user's configuration, or a project. */
export interface Place {
  readonly folder: string;
  write(path: string, content: string | object): string;
  rule(id: string, rule: string | object): string;
  fixture(name: string, fixture: { readonly raw: string; readonly out?: string; readonly meta?: object }): void;
}

export function placeAt(root: string): Place {
  const write = (path: string, content: string | object): string => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    return file;
  };
  return {
    folder: root,
    write,
    rule: (id, rule) => write(`rules/${id}.json`, rule),
    fixture(name, { raw, out, meta }) {
      write(`fixtures/${name}/raw.txt`, raw);
      write(`fixtures/${name}/meta.json`, { command: 'hammer', exit: 0, ...meta });
      if (out !== undefined) write(`fixtures/${name}/out.txt`, out);
    },
  };
}

/** A user with a configuration and trust of their own; `env` for their runs. */
export function freshUser(): Place & { readonly env: NodeJS.ProcessEnv; readonly trustFile: string } {
  const home = mkdtempSync(join(folder, 'user-'));
  const env = { XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') };
  return {
    ...placeAt(join(home, 'config/tinyjuice')),
    env,
    trustFile: join(home, 'data/tinyjuice/trust.json'),
  };
}

/** A project with a `.tinyjuice`; `root` is where it lies. */
export function freshProject(): Place & { readonly root: string } {
  const root = mkdtempSync(join(folder, 'project-'));
  mkdirSync(join(root, '.tinyjuice'));
  return { ...placeAt(join(root, '.tinyjuice')), root };
}
