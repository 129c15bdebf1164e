import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, script } from './wrapped.js';

const onLinux = process.platform === 'linux';

describe('a child on a pipe', () => {
  it('ends with the code it gave, for 0 to 255', async () => {
    const codes = [0, 1, 2, 100, 126, 127, 128, 130, 255];
    const { out } = await script(`for i in ${codes.join(' ')}; do $W -- sh -c "exit $i"; echo $?; done`);
    expect(out).toBe(codes.map(code => `${code}\n`).join(''));
  });

  it.each(['SIGKILL', 'SIGSEGV', 'SIGTERM', 'SIGPIPE', 'SIGHUP', 'SIGABRT', 'SIGUSR1', 'SIGINT'] as const)(
    'makes us die of %s when it dies of it',
    async signal => {
      const run = await script(`ulimit -c 0; exec $W -- sh -c 'echo before; kill -${signal.slice(3)} $$'`);
      expect([run.out, run.signal]).toEqual(['before\n', signal]);
    },
  );

  it.runIf(onLinux)('leaves no core file of ours', async () => {
    const run = await script(`ulimit -c unlimited; $W -- sh -c 'kill -SEGV $$'; ls | grep -c core; rm -f core*`);
    const plain = await script(`ulimit -c unlimited; sh -c 'kill -SEGV $$'; ls | grep -c core; rm -f core*`);
    expect(run.out).toBe(plain.out);
  });

  it('gets a real pipe, which can be opened again by its name', async () => {
    const run = await script(
      `$W -- sh -c 'echo one > /dev/stdout; echo two | tee /dev/stderr; test -p /dev/stdout; echo $?'`,
    );
    expect([run.out, run.err]).toEqual(['one\ntwo\n0\n', 'two\n']);
  });

  it('has no terminal', async () => {
    expect((await script(`$W -- sh -c 'test -t 1 || echo none'`)).out).toBe('none\n');
  });

  it('keeps the order of stdout and stderr where ours are one file', async () => {
    const loop = 'i=0; while [ $i -lt 200 ]; do echo o$i; echo e$i >&2; i=$((i+1)); done';
    const run = await script(`$W -- sh -c '${loop}' 2>&1`);
    expect(run.out).toBe(Array.from({ length: 200 }, (_, i) => `o${i}\ne${i}\n`).join(''));
  });

  it('keeps stdout and stderr apart where ours are two files', async () => {
    const run = await script(`$W -- sh -c 'echo out; echo err >&2' 2>err.log; cat err.log >&2`);
    expect([run.out, run.err]).toEqual(['out\n', 'err\n']);
  });

  it('gets its arguments as they were given', async () => {
    const args = `"a b" 'c;echo X' '' '$HOME' -- -n '*' $'tab\\there' $'\\xff\\xfe caf\\xe9' "new
line"`;
    const wrapped = await script(`$W -- printf '<%s>' ${args}`);
    const plain = await script(`printf '<%s>' ${args}`);
    expect(wrapped.out).toBe(plain.out);
  });

  it('reads our stdin', async () => {
    expect((await script(`printf 'hi\\0\\xff' | $W -- cat`)).out).toBe('hi\0\xff');
    expect((await script(`printf 'one\\ntwo\\n' | { $W -- sh -c 'read x; echo $x'; cat; }`)).out).toBe('one\ntwo\n');
  });

  it('is told from a command that is not there or not a program, as in a shell', async () => {
    writeFileSync(join(folder, 'plain.txt'), 'text\n');
    writeFileSync(join(folder, 'lost'), '#!/no/such/interpreter\n', { mode: 0o755 });
    writeFileSync(join(folder, 'binary'), Buffer.from([1, 0, 2, 10]), { mode: 0o755 });
    const commands = [
      'no-such-command',
      './no-such-file',
      './plain.txt',
      './',
      './plain.txt/x',
      './lost',
      './binary',
      "''",
    ];
    const run = await script(commands.map(command => `$W -- ${command}; echo $?`).join('\n'));
    expect(run.out.trim().split('\n').map(Number)).toEqual([127, 127, 126, 126, 126, 127, 126, 127]);
    expect(run.err.trim().split('\n')).toEqual([
      'raw-wrap: no-such-command: command not found',
      'raw-wrap: ./no-such-file: no such file or directory',
      'raw-wrap: ./plain.txt: permission denied',
      'raw-wrap: ./: is a directory',
      'raw-wrap: ./plain.txt/x: not a directory',
      'raw-wrap: ./lost: cannot run: its interpreter /no/such/interpreter is missing',
      'raw-wrap: ./binary: cannot execute binary file: exec format error',
      'raw-wrap: : command not found',
    ]);
  });

  it('may be a script without a first line that names its interpreter', async () => {
    writeFileSync(join(folder, 'bare'), 'echo bare $1\n', { mode: 0o755 });
    expect((await script(`$W -- ./bare x; ulimit -Sn 100; $W -- ./bare y`)).out).toBe('bare x\nbare y\n');
  });

  it('gives every byte, 30 times', async () => {
    const run = await script(`for i in $(seq 30); do $W -- seq 20000 | cksum; done | sort | uniq -c`);
    const plain = await script(`seq 20000 | cksum`);
    expect(run.out.trim()).toBe(`30 ${plain.out.trim()}`);
  });

  it('is slowed by a slow reader, and loses nothing by it', async () => {
    const run = await script(
      `$W -- sh -c 'head -c 5000000 /dev/zero; echo done > written' | { sleep 1; ls written 2>&1; wc -c; }; cat written`,
    );
    expect(run.out).toMatch(/No such file.*\n5000000\ndone\n$/);
  });

  it('loses nothing at its end to a reader slower than the linger', async () => {
    expect((await script(`$W -- sh -c 'head -c 60000 /dev/zero' | { sleep 1; wc -c; }`)).out.trim()).toBe('60000');
  });

  it('gets its SIGPIPE when our reader has gone', async () => {
    const run = await script(`$W -- yes | head -1; echo "\${PIPESTATUS[0]}"`);
    expect([run.out, run.err, run.ms < 30_000]).toEqual(['y\n141\n', '', true]);
  });

  it('does not keep us when a background process holds the pipe, and that process lives on', async () => {
    const run = await script(
      `$W -- sh -c '(for i in 1 2 3 4 5 6; do sleep 0.2; echo tick || echo failed >> ended; done; echo $? >> ended) & echo started'; ls ended 2>&1`,
    );
    expect(run.out).toMatch(/^started\n(tick\n)?ls: .*ended/);
    await new Promise(resolve => setTimeout(resolve, 2000));
    expect(readFileSync(join(folder, 'ended'), 'utf8')).toBe('0\n');
  });

  it('runs twenty times at once', async () => {
    const run = await script(
      `for i in $(seq 20); do $W -- sh -c "echo $i; exit $i" & done; for j in $(jobs -p); do wait $j; echo code $?; done`,
    );
    const lines = run.out.trim().split('\n').sort();
    const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
    expect(lines).toEqual([...numbers.map(String), ...numbers.map(code => `code ${code}`)].sort());
  });
});
