import { describe, expect, it } from '@jest/globals';
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

/** Programs of both changes share the files that they only read. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Returns the sources that do not compile with another text of a file. */
function filesWithErrors(sources: readonly string[], changed: string, text: string): readonly string[] {
  const options: ts.CompilerOptions = {
    ...ts.parseJsonConfigFileContent(
      ts.readConfigFile(resolve(ROOT, 'tsconfig.base.json'), (path) => readFileSync(path, 'utf8')).config,
      ts.sys,
      ROOT,
    ).options,
    ...{ composite: false, declaration: false, declarationMap: false, noEmit: true },
    ...{ jsx: ts.JsxEmit.ReactJSX, jsxImportSource: 'preact' },
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
    paths: Object.fromEntries([
      ['@haft/*', [resolve(ROOT, 'packages/*/src/index.ts')]],
      ...['schema', 'core', 'arguments', 'runtime'].map((name) => {
        const source = resolve(ROOT, 'packages', name, 'src');
        return [`@haft/${name}/*`, [`${source}/*.ts`, `${source}/*/index.ts`]];
      }),
    ]) as Record<string, string[]>,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, languageVersion, ...rest) => {
    if (resolve(name) === resolve(ROOT, changed)) return ts.createSourceFile(name, text, languageVersion);
    if (!parsed.has(name)) parsed.set(name, getSourceFile.call(host, name, languageVersion, ...rest));
    return parsed.get(name);
  };
  const program = ts.createProgram(sources, options, host);
  const wrong = sources.filter((file) => program.getSemanticDiagnostics(program.getSourceFile(file)).length > 0);
  return wrong.map((file) => relative(ROOT, file).replaceAll('\\', '/')).sort();
}

/** Returns the files that a section of docs/contributing.md lists. */
function filesOfTrace(title: string): readonly string[] {
  const [, trace = ''] = textOf('docs/contributing.md').split(`### ${title}\n`);
  const [list = ''] = trace.split(/^##/m);
  return [...list.matchAll(/^ {3}- `(packages\/[^`]+)`/gm)].map(([, file = '']) => file).sort();
}

describe('the files that do not compile are those that docs/contributing.md lists, after', () => {
  it.each([
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
  ])(
    '$title',
    ({ title, file, change: [from = '', to = ''], words }) => {
      const [text, sources] = [textOf(file), sourcesWith(words)];
      const changed = text.replace(from, to);
      expect(changed).not.toBe(text);
      const wrong = filesWithErrors(sources, file, changed);
      expect(wrong).toEqual(filesOfTrace(title));
      // The change alone makes them wrong.
      expect(filesWithErrors(wrong, file, text)).toEqual([]);
    },
    300_000,
  );
});
