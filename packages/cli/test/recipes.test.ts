import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { docsProject } from './support/guide-project.js';
import { haft, run, tsc } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

const RECIPES = resolve(import.meta.dirname, '../../../docs/recipes');
const names = readdirSync(RECIPES).filter((name) => existsSync(join(RECIPES, name, 'main.ts')));

function foldersWithToolsets(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(files.filter((file) => file.endsWith('.toolset.ts')).map(dirname));
}

let problems: Readonly<Record<string, string>>;
beforeAll(() => {
  const folder = docsProject('recipes');
  for (const recipe of foldersWithToolsets(folder)) {
    const tsconfig = join(recipe, 'tsconfig.json');
    writeFileSync(
      join(folder, tsconfig),
      JSON.stringify({
        extends: join(folder, 'tsconfig.json'),
        // No tool needs the types of Node, which take a third of the time of a build.
        compilerOptions: { types: [] },
        include: ['*.toolset.ts'],
      }),
    );
    const out = join(recipe, 'toolsets.gen.ts');
    expect(haft(folder, ['build', '--tsconfig', tsconfig, '--out', out])).toMatchObject({ code: 0 });
  }
  expect(tsc(folder)).toEqual({ code: 0, out: '', err: '' });
  const { out, err } = run(folder, [join(import.meta.dirname, 'support/run-recipes.mjs'), folder, ...names]);
  expect(err).toBe('');
  problems = JSON.parse(out) as Record<string, string>;
});
afterAll(removeTemporaryFolders);

describe('the recipes', () => {
  it.each(names)('%s: the code runs, and what it asserts holds', (name) => {
    expect(problems[name]).toBe('');
  });

  it.each(names)('%s: the page shows all of its code, in less than 60 lines', (name) => {
    const page = readFileSync(join(RECIPES, `${name}.md`), 'utf8');
    const shown = [...page.matchAll(/<!-- snippet: docs\/recipes\/(\S+) -->/g)].map(([, file = '']) => file);
    const files = readdirSync(join(RECIPES, name), { recursive: true, encoding: 'utf8' });
    expect(shown.toSorted()).toEqual(
      files
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${name}/${file}`)
        .toSorted(),
    );
    const lines = shown.flatMap((file) => readFileSync(join(RECIPES, file), 'utf8').trimEnd().split('\n'));
    expect(lines.length).toBeLessThan(60);
  });

  it('has a line in the list for each', () => {
    const list = readFileSync(join(RECIPES, 'README.md'), 'utf8');
    expect([...list.matchAll(/\]\(([a-z-]+)\.md\)/g)].map(([, name]) => name).toSorted()).toEqual(names.toSorted());
  });
});
