import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { createBuilder, type buildProject } from '@haft/reflector';
import { describeSuites } from '../../../scripts/suites/public-suite.js';

/*
 * Small projects, each made from a report about another library. They are built, compiled and
 * executed as users do it: one builder reads them all, and one compiler checks them all.
 */

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(import.meta.dirname, 'fixtures/bug-reports');
interface BugReport {
  readonly id: string;
  readonly expected: string;
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** The last line of the output, as JSON. */
  readonly output?: unknown;
  readonly outputAnyOf?: readonly unknown[];
  /** The result must not depend on time: build the case again, while the processors are busy. */
  readonly repeat?: number;
}

const execute = promisify(execFile);
const folderOf = ({ id }: BugReport): string => join(FOLDER, 'src', id);

function writeProject(report: BugReport): void {
  const folder = folderOf(report);
  const tsconfig = { extends: '../../tsconfig.json', include: ['src'] };
  const all = { 'tsconfig.json': [JSON.stringify(tsconfig)], ...report.files };
  for (const [name, lines] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), inGroups(lines.join('\n')));
  }
}

/** The cases are older than the groups of options of `createRuntime`. */
function inGroups(source: string): string {
  return source.replace(/\bmaxResultCharacters: ([\d_]+)/g, 'results: { maxCharacters: $1 }');
}

/** The findings and the module of a build. */
type Built = Pick<Awaited<ReturnType<typeof buildProject>>, 'diagnostics' | 'text'>;

const optionsOf = (report: BugReport) => ({
  tsconfig: join(folderOf(report), 'tsconfig.json'),
  out: join(folderOf(report), 'src/toolsets.gen.ts'),
  cache: false,
});

/** Builds a project without memory of another build. */
async function buildInProcess(report: BugReport): Promise<Built> {
  const program = `import { buildProject } from '@haft/reflector';
const { diagnostics, text } = await buildProject(${JSON.stringify({ ...optionsOf(report), write: false })});
console.log(JSON.stringify({ diagnostics, text }));`;
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
  });
  return JSON.parse(stdout) as Built;
}

describeSuites<BugReport>('a project made from a public bug report', 'bug-reports', (reports) => {
  const built = new Map<BugReport, Built>();
  const compiled = { output: '' };
  const repeated = reports.filter(({ repeat }) => repeat !== undefined);
  const builtAgain = new Map<BugReport, Promise<Built>>();

  beforeAll(async () => {
    rmSync(join(FOLDER, 'src'), { recursive: true, force: true });
    reports.forEach(writeProject);
    for (const report of repeated) builtAgain.set(report, buildInProcess(report));
    const builder = createBuilder();
    for (const report of reports) {
      const { diagnostics, text } = await builder.build(optionsOf(report));
      built.set(report, { diagnostics, text });
    }
    const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
    compiled.output = await execute(process.execPath, [tsc, '-p', FOLDER]).then(
      () => '',
      (error: { readonly stdout: string }) => error.stdout,
    );
  }, 240_000);

  afterAll(() => {
    jest.restoreAllMocks();
  });

  it('compiles', () => {
    expect(compiled.output).toBe('');
  });

  it.each(reports.map((report) => [report.id, report] as const))('%s gives what users expect', async (_id, report) => {
    expect(built.get(report)?.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await import(join(folderOf(report), 'src/main.ts'));
    const last: unknown = JSON.parse(String(print.mock.calls.at(-1)?.[0]));
    expect(report.outputAnyOf ?? [report.output]).toContainEqual(last);
  });

  it.each(repeated.map((report) => [report.id, report] as const))(
    '%s gives the same in a process of its own, which competes for processors',
    async (_id, report) => {
      const again = await builtAgain.get(report);
      expect(again?.text).toContain('toolsets');
      expect(again).toEqual(JSON.parse(JSON.stringify(built.get(report))));
    },
  );
});
