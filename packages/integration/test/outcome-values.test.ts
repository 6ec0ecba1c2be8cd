import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transform } from '@swc/core';
import { buildFixture } from './support/build-fixture.js';
import { decision, type DeferralRequest, type RunOptions, type Runtime, type ToolOutcome } from 'haft';
import ts from 'typescript';
import { ownFolder } from './support/own-folder.js';

/*
 * The type of `outcome.value` for each kind of result, and the value that arrives. The project is
 * built, compiled and run.
 */

const folder = ownFolder('outcome-values', 'outcome-values');

interface Row {
  readonly tool: string;
  /** The type of `outcome.value` of `run.call`. */
  readonly type: string;
  /** Whether a value has that type. For `unknown`, why no other type would be right. */
  readonly arrives: (value: unknown) => boolean;
  /** The same for the second call in the run, if it differs. */
  readonly again?: (value: unknown) => boolean;
}

const isNote = (value: unknown): boolean => typeof (value as { isShort?: unknown }).isShort === 'function';
const isPlainNote = (value: unknown): boolean => !isNote(value) && (value as { title: unknown }).title === 'one';
const isSum = (value: unknown): boolean => (value as { sum: unknown }).sum === 1;
const isDate = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Date]';
const isText = (value: unknown): boolean => typeof value === 'string';
const isOne = (value: unknown): boolean => value === 1;
const isUndefined = (value: unknown): boolean => value === undefined;
const isWrapped = (value: unknown): boolean => (value as { data: unknown }).data === 1;

const rows: readonly Row[] = [
  { tool: 'plain', type: 'Sum', arrives: isSum },
  { tool: 'promised', type: 'Sum', arrives: isSum },
  { tool: 'instance', type: 'Note', arrives: isNote },
  { tool: 'date', type: 'Date', arrives: isDate },
  { tool: 'map', type: 'Map<string, number>', arrives: (value) => (value as Map<string, number>).get('a') === 1 },
  { tool: 'bytes', type: 'Uint8Array<ArrayBufferLike>', arrives: (value) => (value as Uint8Array)[0] === 1 },
  { tool: 'nothing', type: 'void', arrives: isUndefined },
  { tool: 'structured', type: 'Note', arrives: isNote },
  { tool: 'media', type: 'number', arrives: isOne },
  { tool: 'steps', type: 'Sum', arrives: isSum },
  { tool: 'stream', type: 'Date', arrives: isDate },
  // A generator arrives as its return value, which the type does not tell.
  { tool: 'iterable', type: 'unknown', arrives: isUndefined },
  { tool: 'anything', type: 'unknown', arrives: isDate },
  { tool: 'isolated_text', type: 'string', arrives: isText },
  { tool: 'isolated_dates', type: 'readonly Date[]', arrives: (value) => isDate((value as Date[])[0]) },
  // A worker thread sends properties without their class.
  { tool: 'isolated_instance', type: 'unknown', arrives: isPlainNote },
  { tool: 'cached_date', type: 'string | Date', arrives: isDate, again: isText },
  { tool: 'cached_instance', type: 'Note | { title?: string | undefined; }', arrives: isNote, again: isPlainNote },
  { tool: 'inherited_date', type: 'string | Date', arrives: isDate, again: isText },
  { tool: 'external_date', type: 'string', arrives: isText },
  { tool: 'intercepted', type: 'unknown', arrives: isWrapped },
  { tool: 'composed', type: 'unknown', arrives: isWrapped },
  { tool: 'today', type: 'Date', arrives: isDate },
  { tool: 'count', type: 'number', arrives: isOne },
  { tool: 'kept_date', type: 'string | Date', arrives: isDate, again: isText },
];

let runtime: Runtime;
let types: ReadonlyMap<string, string>;

beforeAll(async () => {
  await buildFixture(folder);
  await compile();
  types = await typesOfValues();
  ({ runtime } = (await import(`${folder}/dist/runtime.js`)) as { readonly runtime: Runtime });
});

afterAll(async () => {
  await runtime.dispose();
});

describe('outcome.value', () => {
  it.each(rows)(
    '$tool has the type $type, as the value that arrives',
    async ({ tool, type, arrives, again = arrives }) => {
      expect(types.get(tool)).toBe(type);
      await using run = runtime.startRun(ANSWERED);
      const first = valueOf(await run.call({ name: tool }));
      expect([first, arrives(first)]).toEqual([first, true]);
      const second = valueOf(await run.call({ name: tool }));
      expect([second, again(second)]).toEqual([second, true]);
    },
  );

  it('has a row for every tool of the project', () => {
    expect([...types.keys()].sort()).toEqual(rows.map(({ tool }) => tool).sort());
  });
});

/** Another system answers external calls. */
const ANSWERED: RunOptions = {
  onDeferred: (requests: readonly DeferralRequest[]) =>
    Object.fromEntries(requests.map(({ id }) => [id, decision.result('2026-01-31T09:00:00Z')])),
};

function valueOf(outcome: ToolOutcome): unknown {
  expect(outcome).toMatchObject({ status: 'success' });
  return (outcome as { readonly value: unknown }).value;
}

async function compile(): Promise<void> {
  await mkdir(`${folder}/dist`, { recursive: true });
  for (const file of await readdir(`${folder}/src`)) {
    const { code } = await transform(await readFile(`${folder}/src/${file}`, 'utf8'), {
      jsc: {
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
        target: 'es2022',
      },
      module: { type: 'es6' },
    });
    await writeFile(`${folder}/dist/${file.replace(/\.ts$/, '.js')}`, code);
  }
}

/** Returns the type of the value of each tool, as the compiler sees it where code calls it. */
async function typesOfValues(): Promise<ReadonlyMap<string, string>> {
  const probe = `${folder}/src/probe.gen.ts`;
  await writeFile(
    probe,
    `import type { ToolOutcome } from 'haft';
import { runtime } from './runtime.js';
import type { Tools } from './toolsets.gen.js';
declare function valueOf<Value>(outcome: Promise<ToolOutcome<Value>>): Value;
const run = runtime.startRun();
export const values = {
${rows.map(({ tool }) => `  ${tool}: valueOf(run.call('${tool}', {})),`).join('\n')}
};
const { run: resumed } = await runtime.resumeRun(run.pending(), {});
export const inResumedRun: typeof values = {
${rows.map(({ tool }) => `  ${tool}: valueOf(resumed.call('${tool}', {})),`).join('\n')}
};
export const known = values satisfies { [Name in keyof Tools]: unknown };
`,
  );
  const { config } = ts.readConfigFile(`${folder}/tsconfig.json`, (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const program = ts.createProgram([probe], options);
  const problems = ts.getPreEmitDiagnostics(program);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(probe);
  const [values] = checker
    .getExportsOfModule(checker.getSymbolAtLocation(source as ts.SourceFile) as ts.Symbol)
    .filter(({ name }) => name === 'values');
  const found = checker.getTypeOfSymbol(values as ts.Symbol).getProperties();
  return new Map(
    found.map((one) => [one.name, checker.typeToString(checker.getTypeOfSymbol(one), undefined, NO_TRUNCATION)]),
  );
}

const NO_TRUNCATION = ts.TypeFormatFlags.NoTruncation;
