import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, project } from './support/haft.js';
import { removeTemporaryFolders, writeFiles } from './support/temporary-folder.js';

const TOOLSET = `import { Tool, Toolset } from '@haft/core';

/** Greetings. */
@Toolset({ prefix: 'greet' })
export class GreetToolset {
  /** Says goodbye. */
  @Tool()
  bye(): void {}
}
`;

let watching: ChildProcessWithoutNullStreams;
let printed = '';
const output = new EventEmitter();

afterEach(() => {
  watching.kill('SIGKILL');
  removeTemporaryFolders();
});

function watchIn(folder: string, ...options: readonly string[]): void {
  printed = '';
  watching = spawn(process.execPath, [COMMAND, 'watch', ...options], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  for (const stream of [watching.stdout, watching.stderr]) {
    stream.on('data', (text) => {
      printed += String(text);
      output.emit('more');
    });
  }
}

/** Waits until the output since the last call matches, and returns it. */
async function untilPrinted(pattern: RegExp): Promise<string> {
  while (!pattern.test(printed)) await once(output, 'more');
  const found = printed;
  printed = '';
  return found;
}

/**
 * Writes files until the output matches, and returns it. A watcher begins to watch files some time
 * after the build that has read them.
 */
async function untilChanged(folder: string, files: Readonly<Record<string, string>>, pattern: RegExp): Promise<string> {
  writeFiles(folder, files);
  const writing = setInterval(() => {
    writeFiles(folder, files);
  }, 2000);
  try {
    return await untilPrinted(pattern);
  } finally {
    clearInterval(writing);
  }
}

let probes = 0;

/** Waits until the watcher has seen the files that a build wrote: it sees a newer file. */
async function settled(folder: string): Promise<string> {
  return untilChanged(folder, { [`src/probe${String(++probes)}.ts`]: 'export {};' }, /✓ [\d:]+ /);
}

describe('haft watch', () => {
  it('builds at the start and after each change, also of a file that is gone or in another folder, reports mistakes and continues, and ends when it is interrupted', async () => {
    const toolset = `import type { How } from '../../shared/how.js';\n${TOOLSET.replace('bye()', 'bye(how: How)')}`;
    const root = project({
      'app/src/greet.toolset.ts': toolset,
      'app/tsconfig.json': JSON.stringify({
        extends: '../tsconfig.json',
        compilerOptions: { rootDir: '..' },
        include: ['src'],
      }),
      'app/package.json': JSON.stringify({ name: 'app', type: 'module' }),
      'shared/how.ts': "export type How = 'loudly';",
    });
    const folder = join(root, 'app');
    const out = join(folder, 'src/toolsets.gen.ts');
    watchIn(folder);

    await untilPrinted(/✓ [\d:]+ wrote src\/toolsets\.gen\.ts \(1 tool, \d+ ms\)\n/);
    expect(readFileSync(out, 'utf8')).toContain('Says goodbye.');

    await untilChanged(root, { 'shared/how.ts': "export type How = 'softly';" }, /✓ [\d:]+ wrote /);
    const second = readFileSync(out, 'utf8');
    expect(second).toContain('softly');

    const wrong = { 'src/greet.toolset.ts': toolset.replace('How)', 'Missing)') };
    await untilChanged(folder, wrong, /error HAFT1041: [^]*✗ [\d:]+ nothing was written\n/);
    expect(readFileSync(out, 'utf8')).toBe(second);

    const changed = { 'src/greet.toolset.ts': toolset.replace('Says goodbye.', 'Says farewell.') };
    await untilChanged(folder, changed, /✓ [\d:]+ wrote /);
    expect(readFileSync(out, 'utf8')).toContain('Says farewell.');

    await settled(folder);
    rmSync(join(folder, 'src/greet.toolset.ts'));
    await untilPrinted(/error HAFT1010: [^]*✗ [\d:]+ nothing was written\n/);
    await untilChanged(folder, { 'src/greet.toolset.ts': toolset }, /✓ [\d:]+ /);

    const code = new Promise((resolve) => watching.once('exit', resolve));
    watching.kill('SIGINT');
    expect(await code).toBe(0);
  });

  it('restores missing modules, and does not build because of its own output', async () => {
    const folder = project({ 'src/greet.toolset.ts': TOOLSET });
    watchIn(folder);
    await untilPrinted(/✓ [\d:]+ wrote /);
    expect((await settled(folder)).split('✓')).toHaveLength(2);
    for (const name of ['toolsets.gen.ts', 'toolsets.checks.gen.ts', 'toolsets.issues.gen.ts']) {
      const file = join(folder, 'src', name);
      const before = readFileSync(file, 'utf8');
      rmSync(file);
      await untilPrinted(/✓ [\d:]+ wrote /);
      expect(readFileSync(file, 'utf8')).toBe(before);
    }
  });

  it('prints one JSON line for each build with --json', async () => {
    const folder = project({ 'src/greet.toolset.ts': TOOLSET, 'src/other.ts': 'export {};' });
    watchIn(folder, '--json');
    const lineAfter = async (change: () => void): Promise<unknown> => {
      printed = '';
      change();
      while (!printed.includes('\n')) await once(output, 'more');
      expect(printed.trim().split('\n')).toHaveLength(1);
      return JSON.parse(printed);
    };
    const built = { ok: true, out: join('src', 'toolsets.gen.ts'), toolsets: 1, tools: 1, diagnostics: [] };
    const milliseconds = expect.any(Number) as unknown;
    expect(await lineAfter(() => undefined)).toEqual({ ...built, written: true, milliseconds });
    expect(
      await lineAfter(() => {
        writeFiles(folder, { 'src/greet.toolset.ts': TOOLSET.replace('bye(): void', 'bye(): Missing') });
      }),
    ).toMatchObject({ ok: false, written: false, diagnostics: [{ code: 'HAFT1041', severity: 'error', line: 8 }] });
    expect(
      await lineAfter(() => {
        rmSync(join(folder, 'src/other.ts'));
        writeFiles(folder, { 'src/greet.toolset.ts': TOOLSET });
      }),
    ).toEqual({ ...built, written: false, milliseconds });
  });
});
