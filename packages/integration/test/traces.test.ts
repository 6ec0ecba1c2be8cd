import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../../../..');
const KEYWORDS = resolve(ROOT, 'packages/schema/src/json-schema.ts');

const textOf = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');

/** Returns the sources that name all keywords by type: no other can miss one. */
function sourcesWithTables(): readonly string[] {
  const left = ['**/node_modules', '**/dist', '**/fixtures'];
  const files = ts.sys.readDirectory(resolve(ROOT, 'packages'), ['.ts'], left, ['*/src/**/*', '*/test/support/**/*']);
  return files.filter((file) => /\bKeywordName\b|keyof JsonSchemaObject/.test(textOf(file)));
}

/** Returns the sources that do not compile with another list of keywords. */
function filesWithErrors(listOfKeywords: string): readonly string[] {
  const options: ts.CompilerOptions = {
    ...ts.parseJsonConfigFileContent(
      ts.readConfigFile(resolve(ROOT, 'tsconfig.base.json'), (path) => readFileSync(path, 'utf8')).config,
      ts.sys,
      ROOT,
    ).options,
    ...{ composite: false, declaration: false, declarationMap: false, noEmit: true },
    lib: ['lib.es2024.d.ts'],
    paths: Object.fromEntries([
      ['@haft/*', [resolve(ROOT, 'packages/*/src/index.ts')]],
      ...['schema', 'core', 'runtime'].map((name) => {
        const source = resolve(ROOT, 'packages', name, 'src');
        return [`@haft/${name}/*`, [`${source}/*.ts`, `${source}/*/index.ts`]];
      }),
    ]) as Record<string, string[]>,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, languageVersion, ...rest) =>
    resolve(name) === KEYWORDS
      ? ts.createSourceFile(name, listOfKeywords, languageVersion)
      : getSourceFile.call(host, name, languageVersion, ...rest);
  const sources = sourcesWithTables();
  const program = ts.createProgram(sources, options, host);
  const wrong = sources.filter((file) => program.getSemanticDiagnostics(program.getSourceFile(file)).length > 0);
  return wrong.map((file) => relative(ROOT, file).replaceAll('\\', '/')).sort();
}

/** Returns the files that CONTRIBUTING.md lists. */
function filesOfTrace(): readonly string[] {
  const [, trace = ''] = textOf('CONTRIBUTING.md').split('### Add a JSON Schema keyword\n');
  const [list = ''] = trace.split(/^##/m);
  return [...list.matchAll(/^ {3}- `(packages\/[^`]+)`/gm)].map(([, file = '']) => file).sort();
}

describe('a new keyword of JSON Schema', () => {
  const list = textOf(KEYWORDS);

  it('does not compile until each file that CONTRIBUTING.md lists answers', () => {
    expect(filesWithErrors(list)).toEqual([]);
    const more = list.replace('readonly multipleOf?: number;', '$&\n  readonly powerOf?: number;');
    expect(filesWithErrors(more)).toEqual(filesOfTrace());
  }, 300_000);
});
