import type { CommandResult } from '../../src/shell/index.js';
import { describeResult } from '../../src/shell/output/describe-result.js';
import { outputProgress, type OutputPart } from '../../src/shell/output/output-progress.js';
import { shortTap } from '../../src/shell/output/short-tap.js';
import type { ShellOptions } from '../../src/shell/shell-options.js';

const OPTIONS = {
  sandbox: {},
  network: false,
  roots: [{ name: '', path: '/srv', readOnly: false }],
  maxSeconds: 300,
  maxMemoryBytes: 1_000_000,
  maxProcesses: 5,
  maxWrittenBytes: 999_999,
  maxDiskBytes: 20_600_000,
  maxNewFiles: 7,
} as unknown as ShellOptions;

const ASKED = { program: 'tool', args: ['a'], seconds: 30 };

const textOf = (
  result: Partial<CommandResult>,
  { asked = {}, options = {} }: { asked?: Partial<typeof ASKED>; options?: Partial<ShellOptions> } = {},
): string => {
  const ended = { exitCode: 0, stdout: 'out', stderr: '', stdoutTruncated: false, stderrTruncated: false };
  const enforcement = { sandbox: true, seccomp: true, processes: 'rlimit', memory: 'rlimit' } as const;
  return describeResult({ ...ended, enforcement, ...result }, { ...ASKED, ...asked }, { ...OPTIONS, ...options });
};

const OUT = '\n\nstdout:\nout';
const LEFT_OUT = 'The middle of the output was left out. Write the output to a file to read all of it, or filter it.';
const BACKGROUND = 'less in one command. Background processes end with the command.';
const NO_DEVICE = '/dev/stdin, /dev/stdout and /dev/stderr cannot be opened. Write >&2, or use a file.';

describe('the text of a command for the model', () => {
  it.each<[Partial<CommandResult>, string]>([
    [{}, `Exit code 0.${OUT}`],
    [{ exitCode: 3 }, `Exit code 3.${OUT}`],
    [{ exitCode: 139, signal: 'SIGSEGV' }, `Exit code 139 (SIGSEGV).${OUT}`],
    [{ stdout: '' }, 'Exit code 0.\nThe command printed nothing.'],
    [{ stdout: '', stderr: 'err\n\n' }, 'Exit code 0.\n\nstderr:\nerr'],
    [{ stderr: '\u001B[31mred\u001B[0m' }, `Exit code 0.${OUT}\n\nstderr:\nred`],
    [{ stdoutTruncated: true }, `Exit code 0.\n${LEFT_OUT}${OUT}`],
    [{ stderrTruncated: true }, `Exit code 0.\n${LEFT_OUT}${OUT}`],
    [
      { stopped: 'time' },
      `The command timed out after 30 s and was stopped.\nSet timeoutSeconds, at most 300, or do ${BACKGROUND}${OUT}`,
    ],
    [{ stopped: 'memory', exitCode: 137 }, `The command used more than 1 MB of memory and was stopped.${OUT}`],
    [{ stopped: 'processes' }, `The command had more than 5 processes and threads and was stopped.${OUT}`],
    [{ stopped: 'output' }, `The command wrote more than 999999 bytes of output and was stopped.${OUT}`],
    [
      { stopped: 'disk' },
      'The command filled the disk with more than 21 MB and was stopped.\n' +
        `Delete the files that it left, or tell the user how much space it needs.${OUT}`,
    ],
    [
      { stopped: 'files' },
      'The command made more than 7 files and was stopped.\n' +
        `Delete the files that it left, or tell the user how many files it needs.${OUT}`,
    ],
  ])('says how it ended: %j [TOOL-8]', (result, text) => {
    expect(textOf(result)).toBe(text);
  });

  it('says to do less if the time cannot be longer [TOOL-8]', () => {
    expect(textOf({ stopped: 'time' }, { asked: { seconds: 300 } })).toContain(`\nDo ${BACKGROUND}`);
  });

  it.each<[string, Partial<CommandResult>, string[]]>([
    ['a missing program', { exitCode: 127, stderr: 'sh: tool: not found' }, ["There is no program 'tool'."]],
    ['a program that a script misses', { exitCode: 127, stderr: 'sh: x: not found\ntool' }, []],
    ['a code without a text', { exitCode: 127 }, []],
    ['a program that cannot run', { exitCode: 126, stderr: 'tool: denied' }, ["'tool' cannot be executed."]],
    ['a code of the program', { exitCode: 126, stderr: 'x: denied' }, []],
    ['another code', { exitCode: 1, stderr: 'tool: denied' }, []],
    ['no network', { exitCode: 1, stderr: 'Could not resolve host' }, ['Commands have no network.']],
    ['no network, on stdout', { exitCode: 1, stdout: 'Error: getaddrinfo ENOTFOUND' }, ['Commands have no network.']],
    ['a warning about the network', { exitCode: 0, stderr: 'Could not resolve host' }, []],
    ['an end by a limit', { exitCode: 137, stopped: 'memory', stderr: 'Could not resolve host' }, []],
    ['a read-only file', { exitCode: 1, stderr: 'x: Read-only file system' }, ['Only the workspace, /tmp can be']],
    ['a device', { exitCode: 1, stderr: "open '/dev/stderr': No such device or address" }, [NO_DEVICE]],
    ['a descriptor', { exitCode: 1, stderr: '/dev/fd/2: no such device or address' }, [NO_DEVICE]],
    ['another device', { exitCode: 1, stderr: '/dev/fd/25: no such device or address' }, []],
  ])('advises after a failure: %s [TOOL-8]', (_, result, advice) => {
    const lines = textOf(result).split('\n\n', 1)[0]?.split('\n').slice(1) ?? [];
    expect(lines).toEqual(advice.map((text) => expect.stringContaining(text)));
  });

  it.each(['|', '||', '&&', '&', '>', '>>', '<', '2>', '2>&1', '*'])('explains the argument %s [TOOL-8]', (syntax) => {
    const asked = { args: ['a', syntax] };
    const text = `No shell reads the arguments, so '${syntax}' is a text for the program.`;
    expect(textOf({ exitCode: 1 }, { asked })).toContain(text);
    expect(textOf({ exitCode: 0 }, { asked })).not.toContain('No shell');
  });

  it('says nothing of the sandbox without one, and nothing of a network that commands have [TOOL-8]', () => {
    const failed = { exitCode: 1, stdout: '', stderr: 'network is unreachable, read-only file system' };
    expect(textOf(failed, { options: { sandbox: undefined } })).toBe(`Exit code 1.\n\nstderr:\n${failed.stderr}`);
    expect(textOf(failed, { options: { network: true } })).not.toContain('Commands have no network.');
  });

  it('names the roots that can be changed [TOOL-8]', () => {
    const roots = ['a', 'b', 'c'].map((name) => ({ name, path: `/${name}`, readOnly: name === 'b' }));
    const text = textOf({ exitCode: 1, stderr: 'Read-only file system' }, { options: { roots } });
    expect(text).toContain('\nOnly a, c, /tmp can be changed.');
  });

  it.each([
    ['other text', 'ok 1 - a\n# Subtest: b', 'ok 1 - a\n# Subtest: b'],
    ['a plan of inner tests', 'TAP version 13\n    1..2\n1..1', 'TAP version 13\n1..1'],
    ['a plan in a title', 'TAP version 13\n    x 1..2\n    1..2 x', 'TAP version 13\n    x 1..2\n    1..2 x'],
    ['counts', 'TAP version 13\n# skipped 0\n# todo 10\n# cancelled 0', 'TAP version 13\n# todo 10'],
    ['directives', 'TAP version 13\nok 1 # skip\nok 2 # TODO', 'TAP version 13\nok 1 # skip\nok 2 # TODO'],
    ['a title', 'TAP version 13\nnot ok 1 - ok 2', 'TAP version 13\nnot ok 1 - ok 2'],
    [
      'details that end without a mark',
      'TAP version 13\n  ok 1\n    ---\n    a: 1\n\n  not ok 2',
      'TAP version 13\n  not ok 2\n(Passed tests are not shown.)',
    ],
    [
      'details of the same name deeper in a value',
      'TAP version 13\nnot ok 1\n  ---\n  expected:\n    type: 1\n  type: 2\n  ...',
      'TAP version 13\nnot ok 1\n  ---\n  expected:\n    type: 1\n  ...',
    ],
    [
      'a value that ends as details do',
      'TAP version 13\nok 1\n  ---\n  a: wait...\n  b: 2\n  ...\nnot ok 2\n  ---\n  a: wait...\n  type: 2\n  ...',
      'TAP version 13\nnot ok 2\n  ---\n  a: wait...\n  ...\n(Passed tests are not shown.)',
    ],
    [
      'what a program prints after details',
      'TAP version 13\nok 1\n  ---\n  a: 1\n  ...\n  printed\n    more',
      'TAP version 13\n  printed\n    more\n(Passed tests are not shown.)',
    ],
  ])('shortens TAP with %s [TOOL-8]', (_, tap, short) => {
    expect(shortTap(tap)).toBe(short);
  });
});

it('reports at most about a million characters of a stream as progress, and whole ones [TOOL-8]', () => {
  const parts: OutputPart[] = [];
  const progress = outputProgress('stderr', (part) => parts.push(part));
  const [first, second] = [Buffer.from('ä').subarray(0, 1), Buffer.from('ä').subarray(1)];
  for (const chunk of [first, second, Buffer.alloc(999_998, 'a'), Buffer.from('bc'), Buffer.from('d')]) progress(chunk);
  expect(parts.map(({ stream }) => stream)).toEqual(['stderr', 'stderr', 'stderr']);
  expect(parts.map(({ text }) => text.slice(0, 2))).toEqual(['ä', 'aa', 'bc']);
});
