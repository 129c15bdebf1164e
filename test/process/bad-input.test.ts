/** Wrong use and bad luck: one clear line on stderr, the exit code of DESIGN §10, and nothing lost. */
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stages } from '../../src/generated/stages.js';
import { environment, fileOf, folder, script, tinyjuice } from './cli.js';
import { noisyLog, recorded } from './samples.js';

const log = noisyLog(2_000);
const logFile = fileOf('log.txt', log);
mkdirSync(join(folder, 'a-folder'));
const isRoot = process.getuid?.() === 0;
/** What is no stream but one answer. */
const ANSWERS = {
  help: 'tj help',
  'help of a command': 'tj reduce --help',
  'the version': 'tj --version',
  check: `tj check ${logFile} ${logFile}`,
  'check --json': `tj check --json ${logFile} ${logFile}`,
  'reduce-json': `echo '{"combinedText":"a"}' | tj reduce-json -`,
};

describe('wrong use ends with 2 and one line that says what to do', () => {
  test.each([
    [
      'a missing file',
      ['reduce', 'missing.txt'],
      'missing.txt: there is no such file. Give a file that can be read, or - for stdin.',
    ],
    ['a folder', ['reduce', 'a-folder'], 'a-folder: it is a folder. Give a file, or - for stdin.'],
    [
      'a folder where a file is to be checked',
      ['check', 'a-folder', 'log.txt'],
      'a-folder: it is a folder. Give a file, or - for stdin.',
    ],
    [
      'a missing file that is to be checked',
      ['check', 'log.txt', 'missing.txt'],
      'missing.txt: there is no such file. Give a file that can be read, or - for stdin.',
    ],
    ['one file to check', ['check', 'log.txt'], 'check takes two files. Write: tinyjuice check raw.txt out.txt'],
    ['two files to reduce', ['reduce', 'a', 'b'], 'reduce takes one file, not 2. Write: cat a b | tinyjuice reduce -'],
    [
      'a number with a letter',
      ['reduce', '--max-chars', '4k', 'log.txt'],
      '--max-chars: "4k" is not a whole number. Write digits only, as in --max-chars 1.',
    ],
    [
      'a negative number',
      ['reduce', '--budget', '-1', 'log.txt'],
      '--budget: "-1" is not a whole number. Write digits only, as in --budget 1.',
    ],
    [
      'a missing value',
      ['reduce', 'log.txt', '--exit-code'],
      '--exit-code: the value is missing. Write --exit-code N.',
    ],
    [
      'an unknown profile',
      ['reduce', '--profile', 'lite', 'log.txt'],
      '--profile: "lite" is none of auto, full, light, off.',
    ],
    [
      'a value where none belongs',
      ['reduce', '--raw=maybe', 'log.txt'],
      '--raw=maybe: this flag takes no value. Write --raw or --no-raw.',
    ],
    [
      'no command after --',
      ['wrap', '--'],
      'wrap: no command is given. Write: tinyjuice wrap -- npm test (or wrap -c "a && b")',
    ],
    [
      'no command at all',
      ['wrap'],
      'wrap: no command is given. Write: tinyjuice wrap -- npm test (or wrap -c "a && b")',
    ],
    [
      'no token',
      ['retrieve'],
      'retrieve: no token is given. Write: tinyjuice retrieve tj_… (it stands in the last line of the output).',
    ],
    [
      'a word that is no token',
      ['retrieve', '../../etc/passwd'],
      '"../../etc/passwd" is not a token. Write one as a footer shows it, such as tj_7x3k9q2mzv.',
    ],
    [
      'a bad range',
      ['retrieve', 'tj_0000000000', '--lines', '9-3'],
      '--lines: "9-3" is not a range. Count from 1 and write it as 45-164, 45- or 45.',
    ],
    [
      'two parts at once',
      ['retrieve', 'tj_0000000000', '--lines', '3', '--grep', 'x'],
      '--lines and --grep: give one of them.',
    ],
    [
      'context of nothing',
      ['retrieve', 'tj_0000000000', '--context', '3'],
      '--context: it goes with --grep or --around. Write --grep REGEX --context 3.',
    ],
  ])('%s', async (_name, args, message) => {
    expect(await tinyjuice(args)).toMatchObject({ code: 2, text: '', err: `tinyjuice: ${message}\n` });
  });

  test.each([
    ['a file', (path: string) => `tj reduce --tee ${path} ${path}`],
    ['stdin', (path: string) => `tj reduce --tee ${path} < ${path}`],
  ])('--tee into the input, which is %s', async (_name, line) => {
    const own = fileOf('own.txt', log);
    const run = await script(line(own));
    expect(run).toMatchObject({
      code: 2,
      text: '',
      err: `tinyjuice: --tee ${own}: that is the input, which would be lost. Give another file.\n`,
    });
    expect(readFileSync(own, 'utf8')).toBe(log);
  });

  test('an unknown flag, named with those that are known', async () => {
    const { code, text, err } = await tinyjuice(['reduce', '--colour', 'log.txt']);
    expect({ code, text, lines: err.split('\n').length }).toEqual({ code: 2, text: '', lines: 2 });
    expect(err).toMatch(/^tinyjuice: --colour: there is no such flag here\. Known are --raw, --profile, /);
  });

  test('an unknown command, named with those that are known', async () => {
    const { code, err } = await tinyjuice(['redcue']);
    expect(code).toBe(2);
    expect(err).toMatch(/^tinyjuice: "redcue" is no command of tinyjuice\. Known are .*reduce.*\.\n$/);
  });

  test('a bad word in TINYJUICE', async () => {
    const run = await tinyjuice(['reduce', logFile], { env: { TINYJUICE: 'none' } });
    expect(run).toMatchObject({
      code: 2,
      err: 'tinyjuice: TINYJUICE: "none" is no profile. Write off, light, full or auto.\n',
    });
  });

  test('a file that may not be read', async () => {
    const secret = fileOf('secret.txt', log);
    chmodSync(secret, 0o000);
    chmodSync(folder, 0o755);
    // The superuser may read everything, so another user must try.
    const run = await tinyjuice(['reduce', secret], isRoot ? { spawn: { uid: 65_534, gid: 65_534 } } : {});
    expect(run).toMatchObject({
      code: 2,
      text: '',
      err: `tinyjuice: ${secret}: it may not be read. Give a file that can be read, or - for stdin.\n`,
    });
  });

  test.skipIf(!existsSync('/usr/bin/script') || process.platform !== 'linux')(
    'stdin is a terminal and no file is given',
    async () => {
      const run = await script(`script -qec '"$NODE" "$CLI" reduce' /dev/null`);
      expect(run.code).toBe(2);
      expect(run.text).toBe(
        'tinyjuice: there is nothing to reduce: stdin is a terminal. Write: some-command 2>&1 | tinyjuice reduce -\r\n',
      );
    },
  );

  test('stdin for both files of check', async () => {
    const { code, text, err } = await script('tj reduce log.txt | tj check - -');
    expect({ code, text, err }).toEqual({
      code: 2,
      text: '',
      err: 'tinyjuice: check: stdin can be one of the two, not both.\n',
    });
  });

  test('stdin is a folder', async () => {
    const { code, err } = await script('tj reduce - < a-folder');
    expect({ code, err }).toEqual({
      code: 2,
      err: 'tinyjuice: stdin is a folder. Write: some-command 2>&1 | tinyjuice reduce -, or give a file.\n',
    });
  });

  test('no words at all: how to use it', async () => {
    const { code, text, err } = await tinyjuice([]);
    expect({ code, text }).toEqual({ code: 2, text: '' });
    expect(err).toContain('tinyjuice reduce [FILE|-]');
  });
});

describe('asked for, help and version go to stdout and end with 0', () => {
  test.each([[['--help']], [['-h']], [['help']], [['reduce', '--help']], [['help', 'retrieve']]])('%j', async args => {
    const { code, text, err } = await tinyjuice(args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(text).toContain('tinyjuice');
  });

  test('--version is that of the package', async () => {
    expect((await tinyjuice(['--version'])).text).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('a reader that goes away ends us quietly', () => {
  test.each([
    ['reduce', 'seq 3000000 | tj reduce | head -1', '1\n'],
    ['reduce --raw', 'seq 3000000 | tj reduce --raw | head -1', '1\n'],
    ['reduce --json', `tj reduce --json ${logFile} | head -c 2`, '{"'],
    ['reduce without an end', 'yes | tj reduce --raw | head -1', 'y\n'],
  ])('%s', async (_name, text, shown) => {
    const { text: out, err } = await script(text);
    expect({ out, err }).toEqual({ out: shown, err: '' });
  });

  test.each(Object.entries(ANSWERS))('%s', async (_name, answer) => {
    const reader = 'exec <&-; while kill -0 $PPID 2>/dev/null && [ ! -e over ]; do sleep 0.02; done';
    const run = await script(`rm -f over; { ${answer}; echo $? >&2; touch over; } | { ${reader}; }`);
    expect(run.err).toBe('0\n');
  });

  test('our own exit code is then 0', async () => {
    expect((await script('seq 3000000 | { tj reduce; echo "ended $?" >&2; } | head -1')).err).toBe('ended 0\n');
  });

  test('closed from the start: stdout, stdin', async () => {
    expect(await script(`tj reduce ${logFile} >&-`)).toMatchObject({ code: 0, text: '', err: '' });
    expect(await script('tj reduce <&-')).toMatchObject({ code: 0, text: '', err: '' });
  });
});

describe.skipIf(!existsSync('/dev/full'))('a full disk where our output goes is told, never ignored', () => {
  const line =
    'tinyjuice: stdout: ENOSPC: no space left on device, write: the output is not complete. Send it where there is room.\n';

  test.each([
    ['one short line', 'echo x | tj reduce >/dev/full'],
    ['raw', 'echo x | tj reduce --raw >/dev/full'],
    ['json', `tj reduce --json ${logFile} >/dev/full`],
    ['a long text', `tj reduce ${logFile} >/dev/full`],
  ])('%s', async (_name, text) => {
    expect(await script(text)).toMatchObject({ code: 70, err: line });
  });

  test.each(Object.entries(ANSWERS))('%s', async (_name, answer) => {
    expect(await script(`${answer} >/dev/full`)).toMatchObject({ code: 70, err: line });
  });

  test('--tee on a full disk: one line, and the reduction is complete', async () => {
    const plain = await tinyjuice(['reduce', logFile]);
    const run = await tinyjuice(['reduce', '--tee', '/dev/full', logFile]);
    expect(run).toMatchObject({ code: 0, text: plain.text });
    expect(run.err).toMatch(/^tinyjuice: --tee: \/dev\/full: ENOSPC.*: the file is not complete\n$/);
  });
});

describe('a fault inside a link gives raw text from there on, one line on stderr, and exit 0', () => {
  const raw = recorded('pytest/failures-26').toString('utf8');
  const diff = recorded('git-log/patch').toString('utf8');
  /** Of no shape that is known. */
  const words = Array.from(
    { length: 60 },
    (_, at) => `${'so it went on '.repeat(1 + (at % 3))}and ${'on '.repeat(at)}\n`,
  ).join('');

  test.each([...stages, { name: 'clamp', shapes: undefined, kinds: undefined }])('$name', async stage => {
    const { name, shapes, kinds } = stage;
    const isOf = (shape: 'verdict' | 'stream'): boolean => shapes === undefined || shapes.includes(shape);
    const input = kinds?.includes('diff') ? diff : isOf('verdict') ? raw : isOf('stream') ? log : words;
    const run = await tinyjuice(['reduce', '-'], { input, env: { TINYJUICE_PROVOKE: name } });
    expect(run).toMatchObject({ code: 0, text: input });
    expect(run.err).toMatch(
      /^tinyjuice: internal fault in [^\n]*\(provoked\): the rest is passed through unreduced\n$/,
    );
  });

  test('after some of it was written', async () => {
    const env = { TINYJUICE_PROVOKE: 'severity:3' };
    const long = noisyLog(20_000);
    const run = await tinyjuice(['reduce', '-'], { input: long, env });
    expect(run.code).toBe(0);
    expect(run.err).toMatch(/^tinyjuice: internal fault in stage severity [^\n]*\n$/);
    expect(run.text).toContain(long.slice(-500_000).replace(/^[^\n]*\n/, ''));
  });
});

test('no run leaves anything in the working folder', () => {
  expect(environment.XDG_CACHE_HOME).toBe(join(folder, 'cache'));
  expect(existsSync(join(folder, '.tinyjuice'))).toBe(false);
});
