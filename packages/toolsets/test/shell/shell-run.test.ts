import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ask,
  describeSandboxed,
  folderWith,
  removeFolders,
  resultOf,
  runScript,
  shellRun,
} from './support/shell-run.js';

afterAll(removeFolders);

describeSandboxed('a command in the sandbox', () => {
  it('runs with its arguments as they are, in the workspace [TOOL-8]', async () => {
    const root = folderWith({ 'a.txt': 'one\n' });
    const run = shellRun({ root });
    const text = await ask(run, 'shell_run', { command: 'echo', args: ['$HOME', '*', 'a; b'] });
    expect(text).toBe('success: Exit code 0.\n\nstdout:\n$HOME * a; b');
    expect(await resultOf(run, 'shell_run', { command: 'cat', args: ['a.txt'] })).toMatchObject({
      exitCode: 0,
      stdout: 'one\n',
      stderr: '',
      stdoutTruncated: false,
    });
    expect(await resultOf(run, 'shell_run', { command: 'pwd' })).toMatchObject({ stdout: '/workspace\n' });
  });

  it('changes files of the workspace, and the next call finds them [TOOL-8]', async () => {
    const root = folderWith();
    const run = shellRun({ root });
    await resultOf(run, 'shell_script', { script: 'mkdir -p src && echo hello > src/a.txt' });
    expect(readFileSync(join(root, 'src/a.txt'), 'utf8')).toBe('hello\n');
    expect(await ask(run, 'shell_run', { command: 'cat', args: ['a.txt'], cwd: 'src' })).toContain('hello');
    expect(await ask(run, 'shell_run', { command: 'cat', args: ['a.txt'], cwd: '/workspace/src' })).toContain('hello');
  });

  it('gives exit codes and signals, and both outputs [TOOL-8]', async () => {
    expect(await runScript('echo out; echo err >&2; exit 3')).toMatchObject({
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect(await runScript('kill -SEGV $$')).toMatchObject({ exitCode: 139, signal: 'SIGSEGV' });
  });

  it.each([
    [{ command: 'git log -5' }, '{"command":"git","args":["log","-5"]}'],
    [{ command: 'cd repo && node --test' }, '{"command":"node","args":["--test"],"cwd":"repo"}'],
    [{ command: 'CI=1 NODE_ENV=test node --test' }, 'No variables can be set. command takes the program alone'],
    [{ command: 'cd x && CI=1 npm test' }, '{"command":"npm","args":["test"],"cwd":"x"}'],
    [{ command: 'cd', args: ['my repo/x', '&&', 'ls'] }, '"cwd":"my repo/x"'],
    [{ command: 'cd "my repo"; ls' }, '{"command":"ls","args":[],"cwd":"my repo"}'],
    [{ command: 'cd repo && ls | wc -l' }, '{"script":"ls | wc -l","cwd":"repo"}'],
    [{ command: 'echo $HOME' }, '{"script":"echo $HOME"}'],
    [{ command: 'cd', args: ['repo'] }, 'cd changes no folder for the next command. Give it cwd "repo".'],
  ])('names the right form of %j, and runs nothing [TOOL-8]', async (args, form) => {
    const answer = await ask(shellRun({ root: folderWith() }), 'shell_run', args);
    expect(answer).toMatch(/^retry: /);
    expect(answer).toContain(form);
    const alone = await ask(shellRun({ root: folderWith(), allowScript: false }), 'shell_run', args);
    expect(alone).not.toContain('script');
  });

  it('gets its input [TOOL-8]', async () => {
    const run = shellRun({ root: folderWith() });
    const input = 'b\na\n'.repeat(20_000);
    const result = await resultOf(run, 'shell_run', { command: 'wc', args: ['-l'], input });
    expect(result.stdout.trim()).toBe('40000');
    expect(await resultOf(run, 'shell_run', { command: 'wc', args: ['-c'] })).toMatchObject({ stdout: '0\n' });
    expect(await resultOf(run, 'shell_run', { command: 'true', input })).toMatchObject({ exitCode: 0 });
  });

  it('has only the variables of the settings [TOOL-8]', async () => {
    process.env.HAFT_CANARY = 'secret';
    try {
      const { stdout } = await runScript('env', { env: { TOKEN: 'given' } });
      expect(stdout.split('\n').filter(Boolean).sort()).toEqual([
        'HOME=/tmp',
        'LANG=C.UTF-8',
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        'PWD=/workspace',
        'TOKEN=given',
      ]);
    } finally {
      delete process.env.HAFT_CANARY;
    }
  });

  it('uses several roots by name, and changes only those that are not read-only [TOOL-8]', async () => {
    const [code, docs] = [folderWith({ 'a.txt': 'a' }), folderWith({ 'b.txt': 'b' })];
    const roots = { code, docs: { path: docs, readOnly: true } };
    const result = await runScript('cat code/a.txt docs/b.txt; touch code/new docs/new', { roots });
    expect(result).toMatchObject({ stdout: 'ab', exitCode: 1 });
    expect(result.stderr).toContain('Read-only file system');
    const run = shellRun({ roots });
    expect(await ask(run, 'shell_run', { command: 'pwd', cwd: 'docs' })).toContain('/workspace/docs');
    expect(await ask(run, 'shell_run', { command: 'touch', args: ['docs/x'] })).toContain(
      'Only code, /tmp can be changed.',
    );
    expect(await ask(run, 'shell_run', { command: 'pwd', cwd: 'other' })).toContain(
      'There is no folder other. Paths begin with one of: code, docs.',
    );
  });

  it('reports its output as progress, and keeps characters whole [TOOL-8]', async () => {
    const run = shellRun({ root: folderWith() });
    const parts: { stream: string; text: string }[] = [];
    const args = { script: "printf '\\303'; printf '\\244\\n'; echo problem >&2" };
    await run.call(
      { name: 'shell_script', arguments: args },
      { onProgress: (part) => parts.push(part as (typeof parts)[0]) },
    );
    const of = (stream: string) => parts.filter((part) => part.stream === stream).map(({ text }) => text);
    expect(of('stdout').join('')).toBe('ä\n');
    expect(of('stderr').join('')).toBe('problem\n');
  });

  it('names the next action after a mistake of the model [TOOL-8]', async () => {
    const root = folderWith({ 'script.py': 'print(1)\n' });
    mkdirSync(join(root, 'src'));
    const run = shellRun({ root, allow: undefined as never });
    const texts = {
      line: await ask(run, 'shell_run', { command: 'ls -la src' }),
      missing: await ask(run, 'shell_run', { command: 'no-such-program' }),
      script: await ask(run, 'shell_run', { command: './script.py' }),
      folder: await ask(run, 'shell_run', { command: 'ls', cwd: 'nowhere' }),
      outside: await ask(run, 'shell_run', { command: 'ls', cwd: '../..' }),
      pipe: await ask(run, 'shell_run', { command: 'ls', args: ['src', '|', 'wc'] }),
      device: await ask(run, 'shell_script', { script: 'echo text > /dev/stderr' }),
      nul: await ask(run, 'shell_run', { command: 'ls', args: ['a\0b'] }),
    };
    expect(texts.line).toContain('such as {"command":"ls","args":["-la","src"]}.');
    expect(texts.missing).toContain("Exit code 127.\nThere is no program 'no-such-program'.");
    expect(texts.script).toContain("Exit code 126.\n'./script.py' cannot be executed.");
    expect(texts.folder).toContain('There is no folder nowhere.');
    expect(texts.outside).toContain('The path leaves the workspace: ../..');
    expect(texts.pipe).toContain("No shell reads the arguments, so '|' is a text for the program.");
    expect(texts.device).toContain(
      '/dev/stdin, /dev/stdout and /dev/stderr cannot be opened. Write >&2, or use a file.',
    );
    expect(texts.nul).toContain('The command has characters that no command can have.');
  });
});
