/** Programs that only start another one, and where in their words that one begins. */

/** How to find the command in a wrapper's words. */
export interface Wrapper {
  /** Flags of its own that take the next word, separated by blanks. */
  readonly values?: string;
  /** So many words of its own stand before the command (`timeout 10`). */
  readonly own?: number;
  /** The command stands behind one of these flags, and nowhere else (`python -m`). */
  readonly behind?: string;
  /** Behind one of these flags stands shell text (`su -c`). */
  readonly script?: string;
  /** Its words are shell text when joined (`watch`). */
  readonly joins?: true;
  /** Lines of its own stand beside those of the command, or it is not sure which word is the command. */
  readonly isLoose?: true;
  /** The words it starts come from a project's tool, not from a shell: `test` is no builtin there. */
  readonly isTool?: true;
  /** It feeds its input to the command as arguments: what is read is not shown. */
  readonly takesInput?: true;
  /** With one of these flags it starts nothing. */
  readonly unless?: string;
  /** Words that are no flags may stand before the flag that matters (`su root -c`). */
  readonly isLate?: true;
  /** The command stands behind `--`, whatever stands before. */
  readonly dashes?: true;
}

const NPX = { values: '-p --package -w --workspace --prefix', script: '-c --call', isTool: true } as const;
const DOTENV = { values: '-e -f --file -c -v -p --env-file', isTool: true } as const;
const PYTHON = { values: '-X -W --check-hash-based-pycs', behind: '-m', isTool: true } as const;
const TIMEOUT = { values: '-k -s --kill-after --signal', own: 1 };
const TIME = { values: '-f -o --format --output' };
const SUDO =
  '-u -g -p -C -T -h -R -D -r -t -a -U --user --group --prompt --chdir --host --role --type --close-from --command-timeout --other-user --chroot --auth-type';
const XARGS = '-n -P -I -L -s -d -a -E --max-args --max-procs --max-chars --delimiter --arg-file --process-slot-var';
const XVFB = '-s -n -e -f -p -w --server-args --server-num --error-file --auth-file --xauth-protocol --wait';
const UNITS =
  '-p -H -M -u -E --property --host --machine --unit --description --slice --setenv --uid --gid --nice --working-directory --service-type';

/** By program. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: { values: SUDO, unless: '-l --list -e --edit -v --validate -K -k' },
  doas: { values: '-u -C -a' },
  su: { values: '-s -g -G -w --shell --group', script: '-c --command', behind: '--command', isLate: true },
  env: { values: '-u -C --unset --chdir', script: '-S --split-string' },
  time: TIME, gtime: TIME, timeout: TIMEOUT, gtimeout: TIMEOUT,
  nice: { values: '-n --adjustment' },
  ionice: { values: '-c -n -p -P -u --class --classdata --pid' },
  taskset: { own: 1, unless: '-p --pid' },
  chrt: { own: 1, values: '-T -P -D', unless: '-p --pid -m --max' },
  nohup: {}, setsid: {}, builtin: {}, chronic: {}, unbuffer: {}, rlwrap: {}, winpty: {}, fakeroot: {},
  stdbuf: { values: '-i -o -e --input --output --error' },
  gstdbuf: { values: '-i -o -e --input --output --error' },
  command: { unless: '-v -V' },
  exec: { values: '-a' },
  eval: { joins: true },
  xargs: { values: XARGS, takesInput: true },
  gxargs: { values: XARGS, takesInput: true },
  watch: { values: '-n --interval', joins: true },
  flock: { values: '-w -E --timeout --wait --conflict-exit-code', own: 1, script: '-c --command' },
  script: { values: '-o -I -O -B -T -m -E', script: '-c --command', own: 1 },
  ssh: { values: '-b -c -D -E -e -F -I -i -J -L -l -m -o -p -Q -R -S -W -w', own: 1, joins: true, unless: '-v -vv -vvv -N' },
  'systemd-run': { values: UNITS, isLoose: true },
  'xvfb-run': { values: XVFB },
  'dbus-run-session': {}, caffeinate: { values: '-t -w' },
  npx: NPX, pnpx: NPX, bunx: { values: '-p --package', isTool: true }, uvx: { values: '--with --from -p --python', isTool: true },
  python: PYTHON, python2: PYTHON, python3: PYTHON, py: PYTHON, pypy3: PYTHON,
  dotenv: DOTENV, dotenvx: DOTENV, 'env-cmd': DOTENV,
  'cross-env': { isTool: true }, 'cross-env-shell': { joins: true },
  'nix-shell': { values: '-p -A -I --packages --attr', script: '--run --command', behind: '--run', isLate: true },
  corepack: { isTool: true },
}; // biome-ignore format: a table

const RUN = { isTool: true } as const;
const UV_RUN =
  '--with --with-editable --with-requirements --python -p --project --directory --extra --group --package --env-file --only-group --no-group --index-url --color';
const IN_CONTAINER =
  '-u -e -w --user --env --env-file --workdir --detach-keys --index -f --file -p --project-name --profile';
const NEW_CONTAINER = `${IN_CONTAINER} -v --volume --name --network --net --platform --entrypoint -m --memory --cpus --mount -l --label -h --hostname --add-host --gpus --ulimit --shm-size --tmpfs --cap-add --cap-drop --device --dns --link --pull --restart --runtime --security-opt --volumes-from --cidfile --ipc --pid --publish`;
const EXEC = { values: IN_CONTAINER, own: 1 };
const NEW = { values: NEW_CONTAINER, own: 1, isLoose: true } as const;
const NIX = {
  behind: '-c --command',
  values: '--override-input --arg --argstr -I',
  isTool: true,
  isLate: true,
} as const;

/** By program and subcommand. */
export const SUBCOMMANDS: Readonly<Record<string, Readonly<Record<string, Wrapper>>>> = {
  npm: { exec: NPX, x: NPX },
  pnpm: { exec: { ...RUN, script: '-c --shell-mode' }, dlx: { values: '--package', ...RUN } },
  yarn: { exec: RUN, dlx: { values: '-p --package', ...RUN } },
  bun: { x: { values: '-p --package', ...RUN } },
  uv: { run: { values: UV_RUN, ...RUN }, 'tool run': { values: '--with --from --python -p', ...RUN } },
  poetry: { run: RUN }, pipenv: { run: RUN }, pdm: { run: { values: '-p --project -v --venv', ...RUN } },
  rye: { run: RUN }, hatch: { run: RUN }, pipx: { run: { values: '--spec --python --pip-args', ...RUN } },
  pixi: { run: { values: '-e --environment --manifest-path', ...RUN } },
  conda: { run: { values: '-n --name -p --prefix --cwd', ...RUN } },
  mamba: { run: { values: '-n --name -p --prefix --cwd', ...RUN } },
  micromamba: { run: { values: '-n --name -p --prefix --cwd -r', ...RUN } },
  coverage: { run: { values: '--source --omit --include --rcfile --context --data-file --concurrency', behind: '-m --module', ...RUN } },
  bundle: { exec: RUN }, rbenv: { exec: RUN }, pyenv: { exec: RUN }, asdf: { exec: RUN }, dotnet: { 'tool run': RUN },
  mise: { exec: { dashes: true, ...RUN }, x: { dashes: true, ...RUN } },
  direnv: { exec: { own: 1 } },
  nix: { develop: NIX, shell: NIX },
  rustup: { run: { own: 1 } },
  fnm: { exec: { values: '--using', ...RUN } },
  volta: { run: { values: '--node --npm --yarn --pnpm', ...RUN } },
  doppler: { run: { values: '-p -c --project --config', ...RUN } },
  op: { run: { values: '--env-file --account', ...RUN } },
  docker: { exec: EXEC, run: NEW, 'compose exec': EXEC, 'compose run': NEW, 'container exec': EXEC, 'container run': NEW },
  podman: { exec: EXEC, run: NEW, 'compose exec': EXEC, 'compose run': NEW },
  nerdctl: { exec: EXEC, run: NEW, 'compose exec': EXEC, 'compose run': NEW },
  'docker-compose': { exec: EXEC, run: NEW },
  kubectl: { exec: { values: '-n --namespace -c --container --context', own: 1, dashes: true } },
  oc: { exec: { values: '-n --namespace -c --container --context', own: 1, dashes: true } },
  tinyjuice: { wrap: { values: '--profile --max-chars --budget --tee --stderr', script: '-c --shell' } },
}; // biome-ignore format: a table
