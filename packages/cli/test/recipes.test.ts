import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { docsProject } from './support/guide-project.js';
import { run, tsc } from './support/haft.js';
import { removeTemporaryFolders } from './support/temporary-folder.js';

const RECIPES = resolve(import.meta.dirname, '../../../docs/recipes');
const names = readdirSync(RECIPES).filter((name) => existsSync(join(RECIPES, name, 'main.ts')));

let problems: Readonly<Record<string, string>>;
beforeAll(() => {
  const folder = docsProject('recipes');
  expect(run(folder, [join(import.meta.dirname, 'support/build-recipes.mjs'), folder])).toMatchObject({ err: '' });
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
