import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';

/* The files of docs/contributing.md that a change needs do not compile without it. */

const ROOT = resolve(import.meta.dirname, '../../..');

const textOf = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');

/** Returns the sources with these words: no other can miss a change of their types. */
function sourcesWith(words: RegExp): readonly string[] {
  const left = ['**/node_modules', '**/dist', '**/fixtures'];
  const included = ['*/src/**/*', '*/test/support/**/*'];
  const files = ts.sys.readDirectory(resolve(ROOT, 'packages'), ['.ts', '.tsx'], left, included);
  return files.filter((file) => words.test(textOf(file)));
}

/** In place of the types of Mastra, which are as long as all others that the programs read. */
const MASTRA = resolve(ROOT, 'mastra.d.ts');
const MASTRA_TYPES = 'export type ToolExecutionContext<Suspended, Resumed> = any;';

const OPTIONS: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent(
    ts.readConfigFile(resolve(ROOT, 'tsconfig.base.json'), (path) => readFileSync(path, 'utf8')).config,
    ts.sys,
    ROOT,
  ).options,
  ...{ composite: false, declaration: false, declarationMap: false, noEmit: true },
  ...{ jsx: ts.JsxEmit.ReactJSX, jsxImportSource: 'preact' },
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
  paths: Object.fromEntries([
    ['@mastra/*', [MASTRA]],
    ['@haft/*', [resolve(ROOT, 'packages/*/src/index.ts')]],
    ...['schema', 'core', 'arguments', 'runtime'].map((name) => {
      const source = resolve(ROOT, 'packages', name, 'src');
      return [`@haft/${name}/*`, [`${source}/*.ts`, `${source}/*/index.ts`]];
    }),
  ]) as Record<string, string[]>,
};

/** Both programs share the files that they only read. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Returns the sources that do not compile with other texts of some files. */
function filesWithErrors(sources: readonly string[], changed: ReadonlyMap<string, string>): readonly string[] {
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === MASTRA || fileExists.call(host, name);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = name === MASTRA ? MASTRA_TYPES : changed.get(resolve(name));
    if (text !== undefined) return ts.createSourceFile(name, text, languageVersion);
    if (!parsed.has(name)) parsed.set(name, getSourceFile.call(host, name, languageVersion, ...rest));
    return parsed.get(name);
  };
  const program = ts.createProgram([...sources], OPTIONS, host);
  return sources.filter((file) => program.getSemanticDiagnostics(program.getSourceFile(file)).length > 0);
}

/** Returns the files that a section of docs/contributing.md lists. */
function filesOfTrace(title: string): readonly string[] {
  const [, trace = ''] = textOf('docs/contributing.md').split(`### ${title}\n`);
  const [list = ''] = trace.split(/^##/m);
  return [...list.matchAll(/^ {3}- `(packages\/[^`]+)`/gm)].map(([, file = '']) => file).sort();
}

const TRACES = [
  {
    title: 'Add a JSON Schema keyword',
    file: 'packages/schema/src/json-schema.ts',
    change: ['readonly multipleOf?: number;', '$&\n  readonly powerOf?: number;'],
    words: /\bKeywordName\b|keyof JsonSchemaObject/,
  },
  {
    title: 'Add a kind of request',
    file: 'packages/core/src/deferral-request.ts',
    change: ["DeferralKind = 'approval'", "$& | 'quote'"],
    words: /\b(DeferralKind|RowKind|DeferralRequest|PendingCall)\b/,
  },
].map(({ words, ...rest }) => ({ ...rest, sources: sourcesWith(words) }));

describe('the files that do not compile are those that docs/contributing.md lists, after', () => {
  let wrong: readonly string[];
  // One program with all changes: a source sees the types of one of them.
  beforeAll(() => {
    const changed = TRACES.map(({ file, change: [from = '', to = ''] }): [string, string] => {
      expect(textOf(file)).toContain(from);
      return [resolve(ROOT, file), textOf(file).replace(from, to)];
    });
    const sources = TRACES.flatMap((trace) => trace.sources);
    expect(new Set(sources).size).toBe(sources.length);
    wrong = filesWithErrors(sources, new Map(changed));
  }, 300_000);

  it.each(TRACES)('$title', ({ title, sources }) => {
    const files = sources.filter((file) => wrong.includes(file));
    expect(files.map((file) => relative(ROOT, file).replaceAll('\\', '/')).sort()).toEqual(filesOfTrace(title));
  });

  it('nothing, which compiles', () => {
    expect(filesWithErrors(wrong, new Map())).toEqual([]);
  }, 300_000);
});
