/** The clients that ship: one answer for every fault of ours, the text as it was. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project.js';
import { cli, environment, fileOf, folder } from './cli.js';

const clients = join(projectRoot, 'src/clients');
const goldenPath = (name: string): string => join(projectRoot, `test/engine/golden/${name}.request.json`);
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** A program that stands where `tinyjuice` should. */
function stand(name: string, text: string): string {
  const path = fileOf(name, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const BROKEN = {
  'that is not there': [join(folder, 'no-such-program')],
  'that fails': [stand('fails', 'exit 70')],
  'that prints no JSON': [stand('prints', 'cat >/dev/null; echo oops')],
  'that hangs': [stand('hangs', 'exec sleep 60')],
  'that reads one line and dies': [stand('dies', 'read line; exit 1')],
};

/** Runs Python with the client at hand; `program` is the words that start tinyjuice. */
function python(program: readonly string[], text: string): unknown {
  const head = `import json, sys\nsys.path.insert(0, ${JSON.stringify(clients)})\nsys.dont_write_bytecode = True\nfrom tinyjuice_client import TinyJuice, reduce_once\nprogram = ${JSON.stringify(program)}\n`;
  return JSON.parse(execFileSync('python3', ['-c', head + text], { env: environment, encoding: 'utf8' }));
}

describe.skipIf(!hasPython)('the Python client', () => {
  const ours = [process.execPath, cli];

  test.each(['failed-test-run', 'json-output', 'failure-with-both-outputs', 'raw-bypass'])(
    'gives for %s what reduce-json gives, in a session and alone',
    name => {
      const printed = python(
        ours,
        `input = json.load(open(${JSON.stringify(goldenPath(name))}))["input"]
text = input.get("combinedText") or input.get("stdout")
given = dict(command=input.get("command") or input.get("argv"), exit_code=input.get("exitCode"))
with TinyJuice(program) as juice:
    print(json.dumps([juice.answer(text, **given), juice.answer(text, **given), reduce_once(text, program, **given), text]))`,
      ) as readonly { inlineText: string; compaction: object }[];
      const [first, second, once, text] = printed;
      expect(second).toEqual(first);
      expect(once).toEqual(first);
      if (name === 'raw-bypass') expect(first?.inlineText).toBe(text);
      else if (name !== 'failure-with-both-outputs') expect(first?.compaction).toMatchObject({ applied: true });
    },
  );

  test.each(Object.entries(BROKEN))('passes the text through with a program %s', (_, program) => {
    const printed = python(
      program,
      `text = "caf\\u00e9\\n" * 200
juice = TinyJuice(program, timeout=0.5)
print(json.dumps([juice.reduce(text) == text, juice.reduce(text) == text, reduce_once(text, program, timeout=0.5)["inlineText"] == text, juice.reduce("\\ud800") == "\\ud800"]))
juice.close()`,
    );
    expect(printed).toEqual([true, true, true, true]);
  });

  test('does not wait for what a launcher has started', () => {
    const ended = join(folder, 'ended');
    const launcher = stand('launches', `(sleep 5; touch ${ended}) & wait`);
    const printed = python(
      [launcher],
      `import os
juice = TinyJuice(program, timeout=0.5)
print(json.dumps([juice.reduce("a"), reduce_once("b", program, timeout=0.5)["inlineText"], os.path.exists(${JSON.stringify(ended)})]))
juice.close()`,
    );
    expect(printed).toEqual(['a', 'b', false]);
  });

  test('passes the text through whatever it is asked with', () => {
    const printed = python(
      ours,
      `with TinyJuice(program) as juice:
    print(json.dumps([juice.reduce("a", command=5), juice.reduce("b", options={1}), reduce_once("c", program, exit_code=object())["inlineText"], juice.reduce("d")]))`,
    );
    expect(printed).toEqual(['a', 'b', 'c', 'd']);
  });

  test('that is interrupted does not take the answer for that of the next text', () => {
    const slow = stand(
      'slow',
      'while read -r line; do kill -USR1 $PPID; sleep 1; echo \'{"inlineText":"of another"}\'; done',
    );
    const printed = python(
      [slow],
      `import signal
def interrupt(*_):
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    raise KeyboardInterrupt
signal.signal(signal.SIGUSR1, interrupt)
juice = TinyJuice(program)
try:
    juice.reduce("a")
    print(json.dumps("not interrupted"))
except KeyboardInterrupt:
    print(json.dumps(juice._process is None))`,
    );
    expect(printed).toBe(true);
  });

  test('starts a new process where the one it had was killed', () => {
    const printed = python(
      ours,
      `juice = TinyJuice(program)
first = juice.answer("a")
juice._process.kill()
juice._process.wait()
print(json.dumps([first["inlineText"], juice.answer("b")["compaction"].get("skipReason"), juice.reduce("b")]))
juice.close()`,
    );
    expect(printed).toEqual(['a', null, 'b']);
  });
});

describe('the shell client', () => {
  const client = join(clients, 'tinyjuice-client.sh');
  const run = (input: string | Buffer, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync('sh', [client, ...args], {
      input,
      env: { ...environment, TINYJUICE_CLIENT: `${process.execPath} ${cli}`, ...env },
    });
  const cargo = readFileSync(join(projectRoot, 'fixtures/cargo-test/assert-eq-26/raw.txt'));

  test('gives what reduce gives', () => {
    const direct = execFileSync(
      process.execPath,
      [cli, 'reduce', '--command', 'cargo test', '--exit-code', '101', '-'],
      {
        input: cargo,
        env: environment,
      },
    );
    expect(run(cargo, ['cargo test', '101']).stdout.toString()).toBe(direct.toString());
    expect(run('a\n', []).stdout.toString()).toBe('a\n');
  });

  test.each(Object.entries(BROKEN).filter(([name]) => !name.includes('JSON')))(
    'passes the bytes through with a program %s',
    (_, [program = '']) => {
      const bytes = Buffer.concat([cargo, Buffer.from([0xff, 0x00])]);
      const { stdout, status } = run(bytes, ['x'], { TINYJUICE_CLIENT: program, TINYJUICE_CLIENT_SECONDS: '1' });
      expect({ isSame: stdout.equals(bytes), status }).toEqual({ isSame: true, status: 0 });
    },
  );

  test('has its limit also where there is no timeout', () => {
    const bin = join(folder, 'no-timeout');
    execFileSync('sh', [
      '-c',
      `mkdir ${bin}; for each in sh cat mktemp rm sleep; do ln -s "$(command -v $each)" ${bin}; done`,
    ]);
    const env = { PATH: bin, TINYJUICE_CLIENT: stand('waits', 'exec sleep 600'), TINYJUICE_CLIENT_SECONDS: '1' };
    expect(run(cargo, ['x'], env).stdout.equals(cargo)).toBe(true);
    expect(run('a\n', [], { PATH: bin }).stdout.toString()).toBe('a\n');
  });

  test('that has no room for the text says so, and ends with 1', () => {
    const raw = fileOf('large.txt', cargo.toString().repeat(40));
    const script = `trap '' XFSZ; ulimit -f 8; sh "$0" x <"$1" | cat`;
    const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', script, client, raw], { env: environment });
    expect({ status, isTold: /too large/i.test(stderr.toString()) }).toEqual({ status: 1, isTold: true });
  });

  test('leaves no file behind', () => {
    const temp = fileOf('.keep', '');
    writeFileSync(temp, '');
    const before = execFileSync('ls', ['-A', folder]).toString();
    run(cargo, [], { TMPDIR: folder });
    expect(execFileSync('ls', ['-A', folder]).toString().replace('cache\n', '')).toBe(before.replace('cache\n', ''));
  });
});
