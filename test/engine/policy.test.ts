import { describe, expect, test } from 'vitest';
import { decide, type RawReason } from '../../src/engine/policy.js';
import type { Input } from '../../src/engine/schema.js';
import { openedBook } from '../../src/juice/sight.js';
import { REDUCED } from './policy-commands.js';
import { RAW } from './raw-commands.js';

const reasonOf = async (input: Input, safeInventory = true): Promise<RawReason | undefined> =>
  (await decide(input, { book: openedBook(), safeInventory, kind: undefined })).rawReason;

const ofCommand = (command: string): Promise<RawReason | undefined> => reasonOf({ toolName: 'Bash', command });

describe('a command', () => {
  test.each(REDUCED)('%s may be reduced', async command => {
    expect(await ofCommand(command)).toBeUndefined();
  });

  for (const [reason, commands] of Object.entries(RAW))
    if (commands.length > 0)
      test.each(commands)(`%s passes as it is: ${reason}`, async command => {
        expect(await ofCommand(command)).toBeDefined();
      });

  test('on two lines, of which one reads a file, passes as it is', async () => {
    expect(await ofCommand('ls\ncat x')).toBeDefined();
    expect(await ofCommand('npm test\ncat x')).toBe('exact-read');
  });

  test('that lists passes as it is where safe inventory is off', async () => {
    expect(await reasonOf({ toolName: 'shell', command: 'find . | sort' }, false)).toBe('unsafe-inventory');
    expect(await reasonOf({ toolName: 'shell', command: 'cargo test' }, false)).toBeUndefined();
  });
});

describe('a tool', () => {
  test.each([
    'Bash',
    'bash',
    'shell',
    'exec',
    'run_command',
    'run_shell_command',
    'execute_command',
    'terminal',
    'runTerminalCommand',
    'local_shell',
    'functions.shell',
    'mcp__box__run_command',
    'container.exec',
  ])('%s is a shell', async toolName => {
    expect(await reasonOf({ toolName, command: 'cargo test' })).toBeUndefined();
  });

  test.each(['Read', 'read_file', 'Grep', 'WebFetch', 'mcp__db__query', 'view', 'str_replace'])(
    '%s passes as it is, unless the host says what its text is',
    async toolName => {
      expect(await reasonOf({ toolName })).toBe('other-tool');
      expect(await reasonOf({ toolName, metadata: { kind: 'whatever' } })).toBe('other-tool');
      expect(await reasonOf({ toolName, metadata: { kind: 'log' } })).toBeUndefined();
    },
  );

  test.each(['tinyjuice_retrieve', 'tokenjuice_retrieve', 'mcp__tinyjuice__tinyjuice_retrieve'])(
    '%s gives originals back: never reduced',
    async toolName => {
      expect(await reasonOf({ toolName, metadata: { kind: 'log' } })).toBe('recovery');
    },
  );

  test.each([
    [{ command: 'cat x' }],
    [{ cmd: 'cat x' }],
    [{ script: 'cat x' }],
    [{ command: ['bash', '-lc', 'cat x'] }],
    [{ args: ['cat', 'x'] }],
    [{ command: 'cat', args: ['x'] }],
  ])('arguments %j hold the command', async args => {
    expect(await reasonOf({ toolName: 'shell', arguments: args })).toBe('exact-read');
  });

  test('argv goes before command, and a difference is told', async () => {
    const decision = await decide(
      { argv: ['cat', 'x'], command: 'cargo test' },
      { book: openedBook(), safeInventory: true, kind: undefined },
    );
    expect(decision.rawReason).toBe('exact-read');
    expect(decision.notes).toEqual(['argv and command differ: argv is taken']);
  });
});
