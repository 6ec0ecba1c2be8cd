import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, haft, project, runWith, tsc } from './support/haft.js';
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

afterEach(removeTemporaryFolders);

function built(): string {
  const folder = project(FILES);
  expect(haft(folder, ['build']).code).toBe(0);
  expect(tsc(folder).out).toBe('');
  return folder;
}

const start = (folder: string, env: NodeJS.ProcessEnv = { NODE_ENV: 'development' }): string =>
  runWith(folder, ['dist/main.js'], env).err;

describe('a runtime in development', () => {
  it('warns once, with the file, when a type changes after the build', () => {
    const folder = built();
    expect(start(folder)).toBe('');
    writeFiles(folder, { 'src/amount.ts': 'export type Amount = number;\n' });
    expect(tsc(folder).code).toBe(0);
    expect(start(folder).match(/HAFT_STALE_DESCRIPTOR.*src\/amount\.ts\./g)).toHaveLength(1);
    expect(start(folder)).toContain('npx haft build');
    expect(start(folder, { NODE_ENV: 'production' })).toBe('');
    expect(haft(folder, ['build']).code).toBe(0);
    expect(start(folder)).toContain('compile again');
    expect(tsc(folder).code).toBe(0);
    expect(start(folder)).toBe('');
  });

  it('says nothing of sources that no tool is made of, that are touched, or that are missing', () => {
    const folder = built();
    writeFiles(folder, { ...FILES, 'src/unrelated.ts': 'export const unrelated = 2;\n' });
    expect(start(folder)).toBe('');
    rmSync(join(folder, 'src'), { recursive: true });
    expect(start(folder)).toBe('');
  });
});

describe('haft dev', () => {
  /** A project whose build reads few declarations. */
  const SMALL = {
    'src/lend.toolset.ts': TOOLSET.replace("'haft'", "'@haft/core'"),
    'src/amount.ts': FILES['src/amount.ts'],
  };
  let developing: ChildProcessWithoutNullStreams;
  let printed = '';

  afterEach(() => {
    developing.kill('SIGKILL');
  });

  function develop(folder: string, ...command: readonly string[]): Promise<number | null> {
    printed = '';
    developing = spawn(process.execPath, [COMMAND, 'dev', '--', ...command], { cwd: folder });
    developing.stdout.on('data', (text) => (printed += String(text)));
    developing.stderr.on('data', (text) => (printed += String(text)));
    return new Promise((resolve) => developing.once('exit', resolve));
  }

  async function untilPrinted(pattern: RegExp): Promise<void> {
    while (!pattern.test(printed)) await new Promise((resolve) => setTimeout(resolve, 20));
    printed = '';
  }

  const SERVER = `
    console.log('serving');
    setInterval(() => {}, 1000);
    for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => { console.log('got ' + name); process.exit(7); });`;

  it('builds, runs the command, builds after changes, and passes a signal to the command', async () => {
    const folder = project(SMALL);
    const ended = develop(folder, process.execPath, '-e', SERVER);
    await untilPrinted(/wrote src\/toolsets\.gen\.ts[^]*serving/);
    writeFiles(folder, { 'src/amount.ts': 'export type Amount = number;\n' });
    await untilPrinted(/wrote src\/toolsets\.gen\.ts/);
    developing.kill('SIGINT');
    expect(await ended).toBe(7);
    expect(printed).toContain('got SIGINT');
  });

  it('starts the command after the first build without errors, and ends with its exit code', async () => {
    const folder = project({ ...SMALL, 'src/amount.ts': 'export type Amount = () => void;\n' });
    const ended = develop(folder, process.execPath, '-e', 'process.exit(3)');
    await untilPrinted(/nothing was written/);
    writeFiles(folder, { 'src/amount.ts': FILES['src/amount.ts'] });
    expect(await ended).toBe(3);
  });

  it('ends with the signal that ends the command, and before the command starts', async () => {
    const waiting = develop(project({ ...SMALL, 'src/amount.ts': 'syntax error' }), process.execPath, '-e', SERVER);
    await untilPrinted(/nothing was written/);
    developing.kill('SIGINT');
    expect(await waiting).toBe(130);
    const ended = develop(
      project(SMALL),
      process.execPath,
      '-e',
      "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 9)",
    );
    expect(await ended).toBe(143);
  });

  it('reports a command that cannot be started', async () => {
    expect(await develop(project(SMALL), 'no-such-command')).toBe(2);
    expect(printed).toContain("The command 'no-such-command' cannot be started");
  });
});
