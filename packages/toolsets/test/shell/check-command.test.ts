import { commandOf, folderOf } from '../../src/shell/check-command.js';
import { SHELL_FORMS } from '../../src/shell/shell-forms.js';
import type { ShellOptions } from '../../src/shell/shell-options.js';
import { shellWords } from '../../src/shell/shell-words.js';

const readOf = (program: string, args: string[] = [], others = {}, allowScript = true) => {
  try {
    const { program: name, args: given, folder } = commandOf(program, args, { allowScript }, others);
    return [folder, name, ...given];
  } catch (error) {
    return (error as Error).message;
  }
};

const UNUSABLE = 'The command has characters that no command can have.';
const scriptOf = (script: string, others = {}) =>
  `No shell reads the command. For pipes, wildcards and several programs, call shell_script with ${JSON.stringify({ script, ...others })}.`;

describe('a command as a model writes it', () => {
  it.each<[string, string[], unknown]>([
    ['ls', [], [undefined, 'ls']],
    ['ls', ['*', '$a'], [undefined, 'ls', '*', '$a']],
    ['my program', ['a'], [undefined, 'my program', 'a']],
    ['./a(1).sh', [], [undefined, './a(1).sh']],
    [' ls  -l ', [], [undefined, 'ls', '-l']],
    ['cd', ['a b', '&&', 'ls', 'c d'], ['a b', 'ls', 'c d']],
    ["cd 'a b' ; ls", [], ['a b', 'ls']],
    ['cd /workspace/a&&ls', [], ['/workspace/a', 'ls']],
    [`cd "my repo"/src && ls`, [], ['my repo/src', 'ls']],
    [`cd a"b"'c d' && ls`, [], ['abc d', 'ls']],
    [`cd '$a'; ls`, [], ['$a', 'ls']],
    ['cd a"b && ls', [], scriptOf('cd a"b && ls')],
    ['cd a[1] && ls', [], scriptOf('cd a[1] && ls')],
    [String.raw`cd a\ b && ls`, [], scriptOf(String.raw`cd a\ b && ls`)],
    ['cdx a', [], [undefined, 'cdx', 'a']],
    ['  ', [], 'command is required.'],
    ['', ['a'], 'command is required.'],
    ['ls\0', [], UNUSABLE],
    ['ls', ['a', '\ud800'], UNUSABLE],
    ['cd a', [], 'cd changes no folder for the next command. Give it cwd "a".'],
    ['cd a;', [], scriptOf('cd a;')],
    ['cd ~ && ls', [], scriptOf('cd ~ && ls')],
    ['cd "$A"', [], scriptOf('cd "$A"')],
    ['cd a && ls | wc', [], scriptOf('ls | wc', { cwd: 'a' })],
    ['cd a || ls', [], scriptOf('cd a || ls')],
    ['A=1 B=2', [], 'No variables can be set, and there is no program after them.'],
    ['A=1 ls | wc', [], scriptOf('A=1 ls | wc')],
    ['A=1  ls -l', [], 'No variables can be set. Call shell_run with {"command":"ls","args":["-l"]}.'],
    ['1=1 ls', [], [undefined, '1=1', 'ls']],
  ])('%j with %j is read as a shell would, or answered with the right call [TOOL-8]', (program, args, expected) => {
    expect(readOf(program, args)).toEqual(expected);
  });

  it('enters a folder from the folder of the call [TOOL-8]', () => {
    expect(readOf('cd a && ls', [], { cwd: '.' })).toEqual(['a', 'ls']);
    expect(readOf('cd a && ls', [], { cwd: 'b' })).toEqual(['b/a', 'ls']);
    expect(readOf('cd /a && ls', [], { cwd: 'b' })).toEqual(['/a', 'ls']);
    expect(readOf('cd a && ls > b', [], { cwd: 'b', timeoutSeconds: 3 })).toBe(
      scriptOf('ls > b', { cwd: 'b/a', timeoutSeconds: 3 }),
    );
  });

  it('names no tool that the model does not have [TOOL-8]', () => {
    expect(readOf('ls | wc', [], {}, false)).toBe('No shell reads the command. Make a call for each program.');
  });

  it.each<[string, readonly string[] | undefined]>([
    ['a  b\tc ', ['a', 'b', 'c']],
    [`a"b c"'d e'f`, ['ab cd ef']],
    [`a "" ''`, ['a', '', '']],
    [`'a"b' "c'd"`, ['a"b', "c'd"]],
    ['a b~ {} {a} x{a}', ['a', 'b~', '{}', '{a}', 'x{a}']],
    ['a A=1', ['a', 'A=1']],
    ['a !', ['a', '!']],
    ['!a', ['!a']],
    ['-A=1', ['-A=1']],
    ...['a\nb', 'a;b', 'a&', 'a|b', 'a<b', 'a>b', 'a(b)', 'a$b', 'a`b`', 'a*', 'a?', 'a\\b', 'a[b]', 'a#b'].map(
      (line): [string, undefined] => [line, undefined],
    ),
    ...[
      '"a',
      "'a",
      '"a$b"',
      '"a`b"',
      '"a\\b"',
      '~/a',
      'a ~',
      '{a,b}',
      '{ab,cd}',
      'a{1..3}',
      'A=1 b',
      '_a1=2',
      '! a',
      '{ a',
    ].map((line): [string, undefined] => [line, undefined]),
  ])('%j has the words %j, if a shell does no more [TOOL-8]', (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });
});

describe('the folder of a command', () => {
  const named = (...names: string[]) => ({ roots: names.map((name) => ({ name })) }) as unknown as ShellOptions;

  it.each<[string, string[], readonly string[]]>([
    ['.', [''], []],
    ['a/b', [''], ['a', 'b']],
    ['/workspace', [''], []],
    ['/workspace/a', [''], ['a']],
    ['/workspace', ['x', 'y'], []],
    ['/workspace/y/a', ['x', 'y'], ['y', 'a']],
  ])('%j of the roots %j is %j [TOOL-8]', (cwd, names, expected) => {
    expect(folderOf(cwd, named(...names))).toEqual(expected);
  });

  it('begins with a root, and a longer name than /workspace is another folder [TOOL-8]', () => {
    expect(() => folderOf('a', named('x', 'y'))).toThrow('There is no folder a. Paths begin with one of: x, y.');
    expect(() => folderOf('/workspaces/a', named('x', 'y'))).toThrow('Absolute paths are not allowed: /workspaces/a');
  });
});

describe('a command in the form of other tools', () => {
  it.each([
    [
      { command: ['git', 'log'], cwd: 'a' },
      { command: 'git', args: ['log'], cwd: 'a' },
    ],
    [{ command: ['git'] }, { command: 'git', args: [] }],
    [{ command: ['git'], args: ['log'] }, undefined],
    [{ command: [] }, undefined],
    [{ command: ['git', 1] }, undefined],
    [{ command: 'git' }, undefined],
  ])('shell_run reads %j as %j [TOOL-8]', (given, expected) => {
    expect(SHELL_FORMS.shell_run(given)).toEqual(expected);
  });

  it.each([
    ...['sh', 'bash', 'zsh', 'dash', '/bin/sh', '/usr/bin/bash'].map((shell) => [[shell, '-c', 'ls'], 'ls'] as const),
    [['bash', '-lc', 'ls'], 'ls'],
    [['bash', '-lc', 'ls', 'a'], undefined],
    [['bash', '-l', 'ls'], undefined],
    [['bash', 'c', 'ls'], undefined],
    [['fish', '-c', 'ls'], undefined],
    [['/opt/sh', '-c', 'ls'], undefined],
    [['sha', '-c', 'ls'], undefined],
    [['sh', '-c1', 'ls'], undefined],
    [[], undefined],
  ])('shell_script reads %j as the script %j [TOOL-8]', (list, script) => {
    expect(SHELL_FORMS.shell_script({ script: list, cwd: 'a' })).toEqual(script && { script, cwd: 'a' });
  });
});
