import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFiles, type Line } from '../../../scripts/mutate/run-jest.mjs';

const root = join(import.meta.dirname, '../../..');
const folder = join(import.meta.dirname, 'fixtures/mutants');
const testFile = join(folder, 'limits.test.js');
const mutants = ['at load', 'noticed', 'unnoticed', 'lasting', 'skipping', 'unreached'];

describe('mutation tests', () => {
  const work = mkdtempSync(join(tmpdir(), 'haft-mutants-'));
  afterAll(() => {
    rmSync(work, { recursive: true });
  });

  const run = async (plan: Parameters<typeof runFiles>[2]): Promise<readonly Line[]> => {
    const config = join(work, 'jest.config.json');
    const testRunner = join(root, 'scripts/mutate/runner.mjs');
    writeFileSync(config, JSON.stringify({ rootDir: folder, testRunner, transform: {}, reporters: [] }));
    return runFiles({ root, work, config, log: join(work, 'log'), progress: () => undefined }, [testFile], plan);
  };
  const killed = (lines: readonly Line[]) =>
    lines.filter((line) => line.killed !== undefined).map((line) => [line.killed, line.by]);

  it('find the test that notices a mutant, and the mutants that no test notices or reaches', async () => {
    const lines = await run({ mutants });
    expect(killed(lines)).toEqual([['noticed', 'allows the limit itself']]);
    const reached = lines.flatMap((line) => line.reached ?? []);
    expect(reached.sort()).toEqual(['at load', 'lasting', 'noticed', 'skipping', 'unnoticed']);
    // Those that are reached while the file loads, and one whose effect lasts, need fresh modules.
    expect(lines.flatMap((line) => line.later ?? [])).toEqual(['at load', 'lasting', 'skipping']);
  });

  it('load the modules again for a mutant that needs it, and not with what the one before left', async () => {
    const later = { [testFile]: ['lasting', 'unnoticed', 'at load'].map((mutant) => ({ mutant, reason: 'load' })) };
    expect(killed(await run({ mutants, later }))).toEqual([
      ['lasting', 'keeps what is positive'],
      ['at load', 'has a limit'],
    ]);
  });

  it('notice with slow tests what the file loads with, and load it again after skipped tests', async () => {
    const order = [
      { mutant: 'skipping', reason: 'load' },
      { mutant: 'noticed', reason: 'slow' },
      { mutant: 'at load', reason: 'slow' },
    ];
    expect(killed(await run({ mutants, later: { [testFile]: order } }))).toEqual([
      ['noticed', 'allows the limit itself'],
      ['at load', 'has a limit'],
    ]);
  });
});
