import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, resultOf, script, startScript } from './wrapped.js';

const onLinux = process.platform === 'linux';

/** Runs the same command with and without us, and gives both outputs. */
async function compare(before: string, command: string) {
  const wrapped = await script(`${before}\n$W -- ${command}\ntrue`);
  const plain = await script(`${before}\n${command}\ntrue`);
  return { wrapped: wrapped.out + wrapped.err, plain: plain.out + plain.err };
}

describe.runIf(onLinux)('what a child was started with', () => {
  it.each([
    ['the limits', 'ulimit -Sn 1000; ulimit -Ss 4096', 'cat /proc/self/limits'],
    ['the limit of open files that we share with our parent', ':', 'bash -c "ulimit -Sn; ulimit -Hn"'],
    ['both limits of open files lowered', 'ulimit -n 500', 'bash -c "ulimit -Sn; ulimit -Hn"'],
    ['the umask', 'umask 027', 'sh -c umask'],
    ['niceness', 'renice -n 5 $$ >/dev/null', 'nice'],
    ['ignored and blocked signals', "trap '' HUP USR1 PIPE INT", "grep -E '^Sig(Ign|Blk|Cgt)' /proc/self/status"],
    ['caught signals of our parent', 'trap : HUP USR1', "grep -E '^Sig(Ign|Blk|Cgt)' /proc/self/status"],
    [
      'process group, session and terminal',
      ':',
      `sh -c 'read a b c d e f g h rest < /proc/$$/stat; test $e = $(ps -o pgid= $PPID) && echo ours $g'`,
    ],
    ['its name', ':', 'sh -c \'tr "\\0" " " < /proc/$$/cmdline\''],
    [
      'descriptors',
      'exec 3>three 5</ 8<>eight 63>more',
      "bash -c 'cd /proc/$$/fd; for i in [3-9] [1-9][0-9]; do test -e $i && readlink $i; done'",
    ],
    ['an inherited pipe', 'exec 4> >(cat)', "sh -c 'echo through >&4'"],
    ['process substitution', ':', 'cat <(echo one) <(echo two)'],
    ['a working directory that is gone', 'mkdir -p gone; cd gone; rmdir ../gone; ulimit -Sn 1000', 'echo here'],
  ])('has %s as without us', async (_what, before, command) => {
    const { wrapped, plain } = await compare(before, command);
    expect(wrapped).toBe(plain);
  });

  it('has the environment as without us, also names and values that a shell cannot hold', async () => {
    const show = `sh -c 'tr "\\0" "\\n" < /proc/$$/environ | sort'`;
    const odd = `env -i PATH="$PATH" HOME=/x 'BASH_FUNC_f%%=() { :; }' a.b=1 IFS=: OPTIND=4 PPID=3 Q="a'b" NL=$'1\\n2\\n' BAD=$'\\xff\\n' PWD=/nowhere`;
    for (const limit of [':', 'ulimit -Sn 1000']) {
      // started by env, so that no shell sets `_`
      const wrapped = await script(`${limit}\n${odd} "RAW_WRAP_PTY_FROM=x" $W -- ${show}`);
      const plain = await script(`${limit}\n${odd} ${show}`);
      expect(wrapped.out).toBe(plain.out);
    }
    const empty = await script(`ulimit -Sn 1000; env -i $(command -v node) $W -- $(command -v env)`);
    expect(empty.out).toBe('');
  });

  it('has its own path in $_ where the shell left ours', async () => {
    const { wrapped, plain } = await compare('ulimit -Sn 1000', `printenv _`);
    expect(wrapped).toBe(plain);
  });

  it('gets nothing of ours on its descriptors', async () => {
    for (const limit of [':', 'ulimit -Sn 1000']) {
      const run = await script(
        `${limit}; exec 3>&- 4>&- 5>&- 10>&-; $W -- bash -c 'cd /proc/$$/fd; for i in $(seq 3 99); do test -e $i && echo $i; done'`,
      );
      expect(run.out).toBe('');
    }
  });

  it('believes what a launcher wrote down', async () => {
    const run = await script(
      `exec 3>three 4>four; TINYJUICE_STARTED='nofile=321;sigign=0000000000000201;fds=4;closed=0' $W -- bash -c \
       'ulimit -Sn; grep SigIgn /proc/self/status; cd /proc/$$/fd; test -e 3 || echo no 3; readlink 4; test -e 0 || echo no 0; echo "<$TINYJUICE_STARTED>"'`,
    );
    expect(run.out).toBe(`321\nSigIgn:\t0000000000000201\nno 3\n${folder}/four\nno 0\n<>\n`);
  });

  it('survives a hangup under nohup, and so do we', async () => {
    const lines = [
      `nohup $W -- sh -c 'echo started; sleep 1; echo survived' > out.txt`,
      `sh -c "nohup $W -- sh -c 'echo started; sleep 1; echo survived' > out.txt; :"`,
      `trap '' HUP; $W -- sh -c 'echo started; sleep 1; echo survived' > out.txt`,
    ];
    for (const line of lines) {
      writeFileSync(join(folder, 'out.txt'), '');
      const child = startScript(
        `trap '' HUP; ${line.startsWith('trap') ? line : `env --default-signal=HUP bash -c '${line.replaceAll("'", "'\\''")}; :'`}`,
      );
      const result = resultOf(child);
      while (!readFileSync(join(folder, 'out.txt'), 'utf8').includes('started'))
        await new Promise(r => setTimeout(r, 20));
      process.kill(-(child.pid ?? 0), 'SIGHUP');
      await result;
      expect([line, readFileSync(join(folder, 'out.txt'), 'utf8')]).toEqual([line, 'started\nsurvived\n']);
    }
  });
});

describe('make', () => {
  const rule = (name: string, recipe: string) => `${name}:\n\t${recipe}\n`;

  it('keeps its jobserver through us, around and inside', async () => {
    const inner = ['a', 'b', 'c', 'd'].map(name => rule(name, `@sleep 0.3; echo ${name}`)).join('');
    writeFileSync(join(folder, 'inner.mk'), `all: a b c d\n${inner}`);
    writeFileSync(join(folder, 'outer.mk'), rule('all', '+@$$W -- $(MAKE) --no-print-directory -f inner.mk'));
    const inside = await script(`$W -- make -j2 -f inner.mk`);
    const around = await script(`make --no-print-directory -j2 -f outer.mk`);
    const both = await script(`ulimit -Sn 1000; $W -- make --no-print-directory -j2 -f outer.mk`);
    for (const run of [inside, around, both]) {
      expect([run.out.trim().split('\n').sort(), run.err, run.code]).toEqual([['a', 'b', 'c', 'd'], '', 0]);
    }
  });
});
