import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, haft, haftInThread, project, runWith, tsc } from './support/haft.js';
import { removeTemporaryFolders, writeFiles } from './support/temporary-folder.js';

const TOOLSET = `import { Tool, Toolset } from 'haft';
import type { Amount } from './amount.js';

/** Lends boats. */
@Toolset({ prefix: 'lend' })
export class LendToolset {
  /** Lends a boat. */
  @Tool()
  boat(hours: Amount): string {
    return typeof hours;
  }
}
`;
const FILES = {
  'src/lend.toolset.ts': TOOLSET,
  'src/amount.ts': 'export type Amount = string;\n',
  'src/unrelated.ts': 'export const unrelated = 1;\n',
  'src/main.ts': `import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';

createRuntime({ toolsets });
createRuntime({ toolsets: toolsets.pick() });
`,
};

afterAll(removeTemporaryFolders);

const start = (folder: string, env: NodeJS.ProcessEnv = { NODE_ENV: 'development' }): string =>
  runWith(folder, ['dist/main.js'], env).err;

describe('a runtime in development', () => {
  let folder: string;
  beforeAll(() => {
    folder = project(FILES);
    expect(haft(folder, ['build']).code).toBe(0);
    expect(tsc(folder).out).toBe('');
  });

  it('warns once, with the file, when a type changes after the build', () => {
    writeFiles(folder, { 'src/amount.ts': 'export type Amount = number;\n' });
    expect(tsc(folder).code).toBe(0);
    const warning = start(folder);
    expect(warning.match(/HAFT_STALE_DESCRIPTOR.*src\/amount\.ts\./g)).toHaveLength(1);
    expect(warning).toContain('npx haft build');
    expect(start(folder, { NODE_ENV: 'production' })).toBe('');
    expect(haft(folder, ['build']).code).toBe(0);
    expect(start(folder)).toContain('compile again');
    expect(tsc(folder).code).toBe(0);
    expect(start(folder)).toBe('');
  });

  it('says nothing of sources that no tool is made of, that are touched, or that are missing', () => {
    writeFiles(folder, { 'src/lend.toolset.ts': TOOLSET, 'src/unrelated.ts': 'export const unrelated = 2;\n' });
    expect(start(folder)).toBe('');
    renameSync(join(folder, 'src'), join(folder, 'moved'));
    expect(start(folder)).toBe('');
    renameSync(join(folder, 'moved'), join(folder, 'src'));
  });
});

describe('haft dev', () => {
  /** A project whose build reads few declarations. */
  const SMALL = {
    'src/lend.toolset.ts': TOOLSET.replace("'haft'", "'@haft/core'"),
    'src/amount.ts': FILES['src/amount.ts'],
  };
  let developing: ChildProcessWithoutNullStreams | undefined;
  let printed = '';

  afterEach(() => {
    developing?.kill('SIGKILL');
  });

  function develop(folder: string, ...command: readonly string[]): Promise<number | null> {
    printed = '';
    const started = spawn(process.execPath, [COMMAND, 'dev', '--', ...command], { cwd: folder });
    developing = started;
    started.stdout.on('data', (text) => (printed += String(text)));
    started.stderr.on('data', (text) => (printed += String(text)));
    return new Promise((resolve) => started.once('exit', resolve));
  }

  async function untilPrinted(pattern: RegExp): Promise<string> {
    while (!pattern.test(printed)) await new Promise((resolve) => setTimeout(resolve, 20));
    const found = printed;
    printed = '';
    return found;
  }

  const SERVER = `
    console.log('serving');
    setInterval(() => {}, 1000);
    for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => { console.log('got ' + name); process.exit(7); });`;

  it('runs the command after the first build without errors, builds after changes, and passes a signal to the command', async () => {
    const folder = project({ ...SMALL, 'src/amount.ts': 'export type Amount = () => void;\n' });
    const ended = develop(folder, process.execPath, '-e', SERVER);
    expect(await untilPrinted(/nothing was written/)).not.toContain('serving');
    writeFiles(folder, { 'src/amount.ts': FILES['src/amount.ts'] });
    await untilPrinted(/wrote src\/toolsets\.gen\.ts[^]*serving/);
    writeFiles(folder, { 'src/amount.ts': 'export type Amount = number;\n' });
    await untilPrinted(/wrote src\/toolsets\.gen\.ts/);
    developing?.kill('SIGINT');
    expect(await ended).toBe(7);
    expect(printed).toContain('got SIGINT');
  });

  it('ends with a signal before the command starts', async () => {
    const waiting = develop(project({ 'tsconfig.json': '{"files":[]}' }), process.execPath, '-e', SERVER);
    await untilPrinted(/nothing was written/);
    developing?.kill('SIGINT');
    expect(await waiting).toBe(130);
  });

  it.each([
    ['exit code', 'process.exit(3)', 3],
    ['signal', "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 9)", 143],
  ])('ends with the %s that the command ends with', (_what, command, code) => {
    expect(haftInThread(project(SMALL), ['dev', '--', process.execPath, '-e', command]).code).toBe(code);
  });

  it('reports a command that cannot be started', () => {
    const { code, err } = haftInThread(project(SMALL), ['dev', '--', 'no-such-command']);
    expect(code).toBe(2);
    expect(err).toContain("The command 'no-such-command' cannot be started");
  });
});
