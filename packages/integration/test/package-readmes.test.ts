import { join } from 'node:path';
import { deadLinksIn, filesBeneath, textOf } from './support/markdown-pages.js';

/* npm and node_modules show a README without the repository around it. */

interface Manifest {
  readonly private?: boolean;
  readonly homepage: string;
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(textOf(join(folder, 'package.json'))) as Manifest;
const repository = manifestOf('.').homepage.replace('#readme', '');
const readmes = filesBeneath('packages', 'README.md').filter(
  (page) => /^packages\/[^/]+\/README\.md$/.test(page) && manifestOf(join(page, '..')).private !== true,
);

it('finds the packages that are published', () => {
  expect(readmes).toEqual(expect.arrayContaining(['packages/haft/README.md', 'packages/testing/README.md']));
});

describe.each(readmes)('%s', (page) => {
  const text = textOf(page);

  it('has no relative links, and no comments for scripts of this repository', () => {
    expect(text.match(/\]\((?!https:)[^)]*\)|<!--.*?-->/g) ?? []).toEqual([]);
  });

  it('links to pages of the repository that exist', () => {
    const local = text.replaceAll(`${repository}/blob/main/`, '../../');
    expect(local).not.toContain(repository);
    expect(deadLinksIn(local, page)).toEqual([]);
  });

  it('has all public entries in its table of entries, if it has one', () => {
    const { name, exports = {} } = manifestOf(join(page, '..'));
    const entries = Object.keys(exports)
      .map((entry) => name + entry.slice(1))
      .sort();
    const first = [...text.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) => cell.match(/(?<=`)[@\w/-]+/g) ?? []);
    const listed = first.filter((entry) => entry === name || entry.startsWith(`${name}/`)).sort();
    const shown = entries.filter((entry) => !/\/(internal|package\.json)$/.test(entry));
    expect([[], shown]).toContainEqual(listed);
  });

  it('names the folder with the pages of the installed version', () => {
    expect(text.replace(/\s+/g, ' ')).toContain('The pages of this version are in `node_modules/haft/skills/haft`');
  });
});
