/** A program's words as the rules know them: its plain name, and its arguments from the subcommand on. */
import type { SimpleCommand } from '../rules/match.js';
import { cutFlags, isOneOf, own } from './flags.js';

/** Name without folder, `.exe` and version (`npx vitest@3`). */
export const programName = (word: string): string =>
  (word.split(/[\\/]/).pop() || word)
    .replace(/\.(?:exe|cmd|bat)$/i, '')
    .replace(/(?<=.)@[\w.^~+-]*$/, '')
    .replace(VERSION, '$1');

/** `python3.12`, `pip3.12`, `gcc-13`: known by what stands before. */
const VERSION = /^(python3|pip3|gcc|g\+\+|clang|clang\+\+|ruby|php)(?:\.\d+|-\d+(?:\.\d+)*)$/;

/** Flags with a value that stand before the subcommand. All flags there are left out, unless `KEPT` says so. */
const FRONT: Readonly<Record<string, string>> = {
  git: '-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix',
  npm: '--prefix -C -w --workspace --loglevel --registry --cache --userconfig',
  yarn: '--cwd --mutex --cache-folder',
  bun: '--cwd --config -c --env-file --filter -F',
  cargo: '--manifest-path --color --config -Z -C --target-dir',
  go: '-C',
  uv: '--directory --project --color --config-file --cache-dir -p --python',
  pip: '--proxy --cache-dir --log --python --timeout --retries',
  pip3: '--proxy --cache-dir --log --python --timeout --retries',
  docker: '-H --host --context -c --config -l --log-level',
  podman: '--connection --log-level --root --url',
  kubectl: '-n --namespace --context --kubeconfig --cluster --user -s --server',
  dotnet: '',
  poetry: '-C --directory -P --project',
  terraform: '',
  tofu: '',
};
/** Programs of which only flags with a value go: others are asked for by rules. */
const KEPT: Readonly<Record<string, string>> = {
  pnpm: '-C --dir --loglevel --reporter',
  make: '-C --directory -f --file --makefile -I --include-dir -o --old-file -W --what-if',
  gmake: '-C --directory -f --file --makefile -I --include-dir -o --old-file -W --what-if',
  node: '-r --require --import --loader --experimental-loader -C --conditions --env-file --title',
};

/** What rules are asked with. */
export function toCommand(words: readonly string[]): SimpleCommand {
  const [head = '', ...args] = words;
  const program = programName(head);
  const file = fileOfPackage(program, args);
  if (file !== undefined) return file;
  if (program === 'yarn') {
    const { rest } = cutFlags(args, FRONT.yarn ?? '');
    if (rest[0] === 'workspace' && rest.length > 2) return toCommand([head, ...rest.slice(2)]);
  }
  return { program, args: [...subcommandFirst(program, args)] };
}

function subcommandFirst(program: string, args: readonly string[]): readonly string[] {
  const kept = own(KEPT, program);
  if (kept !== undefined) return withoutValues(args, kept);
  const values = own(FRONT, program);
  if (values === undefined) return args;
  const { rest } = cutFlags(program === 'cargo' && args[0]?.startsWith('+') ? args.slice(1) : args, values);
  const [subcommand, ...more] = rest;
  if (subcommand === undefined) return args;
  const isScript = program === 'npm' && /^(?:run|run-script)$/.test(subcommand);
  const behind = isScript ? cutFlags(more, values).rest : [];
  return isScript && behind.length > 0 ? [subcommand, ...behind] : rest;
}

/** Of the flags in front those that have no value, then the rest. */
function withoutValues(args: readonly string[], values: string): readonly string[] {
  const { flags, rest } = cutFlags(args, values);
  const plain = flags.filter((flag, at) => !isOneOf(flag, values) && !isOneOf(flags[at - 1] ?? '', values));
  return [...plain, ...rest];
}

/** `node ./node_modules/.bin/jest --ci` and `php vendor/bin/phpunit`: the package's program, run by its interpreter. */
function fileOfPackage(program: string, args: readonly string[]): SimpleCommand | undefined {
  if (!/^(?:node|nodejs|bun|php|ruby)$/.test(program)) return undefined;
  const { flags, rest } = cutFlags(args, KEPT.node ?? '');
  const [path, ...more] = rest;
  if (path === undefined || flags.some(flag => /^(?:--test|-e|--eval|-p|--print)$/.test(flag))) return undefined;
  if (!/(?:^|[\\/])(?:node_modules|vendor[\\/]bin)[\\/]/.test(path)) return undefined;
  return { program: programName(path).replace(/\.[cm]?js$/, ''), args: more };
}
