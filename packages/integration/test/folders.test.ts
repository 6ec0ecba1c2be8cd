import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { ESLint } from 'eslint';
import { FOLDERS, KEYWORD_DRIVERS } from '../../../layers.js';

const root = join(import.meta.dirname, '../../..');
const packages = Object.entries(FOLDERS);

/** An import of a file of the same package. */
interface Import {
  readonly from: string;
  readonly to: string;
  /** True if the compiler removes it. */
  readonly isType: boolean;
}

const IMPORT = /^(?:import|export)\s([^'"`;]*?)from '(\.[^']+)'|^import '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

function sourcesOf(layer: string): readonly string[] {
  const folder = join(root, 'packages', layer, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
}

function importsOf(layer: string): readonly Import[] {
  return sourcesOf(layer).flatMap((from) => importsIn(layer, from));
}

function importsIn(layer: string, from: string): readonly Import[] {
  const source = readFileSync(join(root, 'packages', layer, 'src', from), 'utf8');
  return [...source.matchAll(IMPORT)].map(([, names, ...specifiers]) => ({
    from,
    to: normalize(join(from, '..', specifiers.find((one) => one !== undefined) ?? '')).replace(/\.js$/, '.ts'),
    isType: names !== undefined && isTypeOnly(names),
  }));
}

function isTypeOnly(names: string): boolean {
  const listed = /^\{(.*)\}\s*$/s.exec(names)?.[1]?.split(',') ?? [];
  const named = listed.map((one) => one.trim()).filter((one) => one !== '');
  return names.startsWith('type ') || (named.length > 0 && named.every((one) => one.startsWith('type ')));
}

/** Returns the first folder of a path, or undefined for an entry point. */
function folderOf(file: string): string | undefined {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : undefined;
}

/** Returns the groups of files that import each other, by Tarjan's algorithm. */
function circles(imports: readonly Import[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    let low = own;
    order.set(file, own);
    stack.push(file);
    for (const one of next.get(file) ?? []) {
      if (!order.has(one)) low = Math.min(low, visit(one));
      else if (stack.includes(one)) low = Math.min(low, order.get(one) ?? own);
    }
    if (low === own) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
    return low;
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return found;
}

describe.each(packages)('the folders of %s', (layer, folders) => {
  it('all have a place in layers.js', () => {
    const known = new Set(sourcesOf(layer).map(folderOf));
    known.delete(undefined);
    expect([...known].sort()).toEqual(Object.keys(folders).sort());
  });

  it('import only folders below them, and layers.js lists no more', () => {
    const arrows = new Map(Object.keys(folders).map((folder) => [folder, new Set<string>()]));
    for (const { from, to } of importsOf(layer)) {
      const [source, target] = [folderOf(from), folderOf(to)];
      if (source !== undefined && source !== target) arrows.get(source)?.add(target ?? to);
    }
    const actual = Object.fromEntries([...arrows].map(([folder, targets]) => [folder, [...targets].sort()]));
    expect(actual).toEqual(folders);
  });

  it('have an order: no two of them import each other, not even by a third one', () => {
    const arrows = Object.entries(folders).flatMap(([from, all]) => all.map((to) => ({ from, to, isType: false })));
    expect(circles(arrows)).toEqual([]);
  });

  it('lie at most three deep, as far as the lint rule reaches', () => {
    expect(sourcesOf(layer).filter((file) => file.split('/').length > 4)).toEqual([]);
  });
});

describe('the files of runtime', () => {
  it('have no circle of imports that remain at run time', () => {
    expect(circles(importsOf('runtime').filter(({ isType }) => !isType))).toEqual([]);
  });

  it('have circles of types in at most 10 files', () => {
    expect(circles(importsOf('runtime')).flat().length).toBeLessThanOrEqual(10);
  });

  it('are all found by their imports', () => {
    const files = new Set(sourcesOf('runtime'));
    const missing = importsOf('runtime').filter(({ to }) => !files.has(to));
    expect(missing).toEqual([]);
    expect(importsOf('runtime').length).toBeGreaterThan(1000);
  });
});

describe('the files of schema', () => {
  it('have no circle of imports that remain at run time', () => {
    expect(circles(importsOf('schema').filter(({ isType }) => !isType))).toEqual([]);
  });

  it('keep the keyword modules free of the drivers that read them', () => {
    const imports = importsOf('schema').filter(({ from }) => folderOf(from) === 'keywords');
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.filter(({ to, isType }) => !isType && KEYWORD_DRIVERS.includes(folderOf(to) ?? ''))).toEqual([]);
  });

  it('read a table of keywords only in the drivers of layers.js', () => {
    const readers = importsOf('schema').filter(({ to }) => /^keywords\/(table|keyword-of)\.ts$/.test(to));
    const folders = new Set(readers.map(({ from }) => folderOf(from)));
    expect(KEYWORD_DRIVERS).toEqual(expect.arrayContaining([...folders].filter((one) => one !== 'keywords')));
  });
});

describe('the lint rule for folders', () => {
  const lint = async (file: string, code: string, layer = 'runtime'): Promise<string> => {
    const eslint = new ESLint({
      cwd: root,
      // Without types: only the direction of imports is asked here, and the file does not exist.
      overrideConfig: [{ languageOptions: { parserOptions: { projectService: false } } }],
      ruleFilter: ({ ruleId }) => ruleId.endsWith('no-restricted-imports'),
    });
    const [result] = await eslint.lintText(code, { filePath: join(root, 'packages', layer, 'src', file) });
    return result?.messages.map(({ message }) => message).join('\n') ?? '';
  };

  it.each([
    ['call/steps/example.ts', "import type { RunState } from '../../run/state/run-state.js';", 'runtime/src/call may'],
    ['call/example.ts', "import { RunState } from '../run/state/run-state.js';", 'runtime/src/call may import only'],
    ['events/example.ts', "export * from '../call/call.js';", 'runtime/src/events may import only'],
    ['container/plan/example.ts', "import '../../call/tools/tool-state.js';", 'container may import only: async'],
    ['cache/example.ts', "import type { Call } from '../call/call.js';", 'runtime/src/cache may import only: async'],
    ['results/example.ts', "import { x } from '../events/run-event.js';", 'results may import only: no other folder'],
    ['run/example.ts', "import { createRuntime } from '../index.js';", 'runtime/src/run may import only'],
    [
      'run/batch/example.ts',
      "import { x } from 'haft';",
      'runtime may import only: schema, core, arguments, compose (layers.js).',
    ],
  ])('rejects in %s: %s', async (file, code, message) => {
    expect(await lint(file, code)).toContain(message);
  });

  it.each([
    ['call/steps/example.ts', "import { x } from '../arguments/shown-arguments.js';"],
    ['call/steps/example.ts', "import { x } from '../../container/host-values.js';"],
    ['call/example.ts', "import { x } from './outcome/outcomes.js';"],
    ['runtime/example.ts', "import { x } from '../run/run.js';"],
    ['example.ts', "import { x } from './runtime/create-runtime.js';"],
  ])('accepts in %s: %s', async (file, code) => {
    expect(await lint(file, code)).toBe('');
  });

  it.each([
    ['keywords/example.ts', "import { Walk } from '../check/walk.js';"],
    ['keywords/unions/example.ts', "import { phraseOf } from '../../issues/phrase-of.js';"],
    ['keywords/example.ts', "export { planOf } from '../examples/value-plan.js';"],
  ])('rejects a driver in the keyword module %s: %s', async (file, code) => {
    expect(await lint(file, code, 'schema')).toContain('may import only types from the drivers');
  });

  it.each([
    ['keywords/example.ts', "import type { Walk } from '../check/walk.js';"],
    ['keywords/unions/example.ts', "import { kindOf } from '../../values/json-kind.js';"],
    ['check/example.ts', "import { CHECKS } from '../keywords/table.js';"],
  ])('accepts in the schema package in %s: %s', async (file, code) => {
    expect(await lint(file, code, 'schema')).toBe('');
  });
});
