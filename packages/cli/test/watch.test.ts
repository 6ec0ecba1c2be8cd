import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, project } from './support/haft.js';
import { removeTemporaryFolders, writeFiles } from './support/temporary-folder.js';

const TOOLSET = `import { Tool, Toolset } from 'haft';

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

afterEach(() => {
  watching.kill('SIGKILL');
  removeTemporaryFolders();
});

/** Waits until what was printed since the last call matches. */
async function untilPrinted(pattern: RegExp): Promise<void> {
  while (!pattern.test(printed)) await new Promise((resolve) => setTimeout(resolve, 20));
  printed = '';
}

describe('haft watch', () => {
  it('builds at the start and after each change, reports mistakes and goes on, and ends when it is interrupted', async () => {
    const folder = project({ 'src/greet.toolset.ts': TOOLSET });
    const out = join(folder, 'src/toolsets.gen.ts');
    watching = spawn(process.execPath, [COMMAND, 'watch'], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
    watching.stdout.on('data', (text) => (printed += String(text)));
    watching.stderr.on('data', (text) => (printed += String(text)));

    await untilPrinted(/✓ [\d:]+ wrote src\/toolsets\.gen\.ts \(1 tool, \d+ ms\)\n/);
    const first = readFileSync(out, 'utf8');
    expect(first).toContain('Says goodbye.');

    writeFiles(folder, { 'src/greet.toolset.ts': TOOLSET.replace('bye()', 'bye(name: Missing)') });
    await untilPrinted(/error HAFT1041: [^]*✗ [\d:]+ nothing was written\n/);
    expect(readFileSync(out, 'utf8')).toBe(first);

    writeFiles(folder, { 'src/greet.toolset.ts': TOOLSET.replace('Says goodbye.', 'Says farewell.') });
    await untilPrinted(/✓ [\d:]+ wrote /);
    expect(readFileSync(out, 'utf8')).toContain('Says farewell.');

    const code = new Promise((resolve) => watching.once('exit', resolve));
    watching.kill('SIGINT');
    expect(await code).toBe(0);
  });
});
