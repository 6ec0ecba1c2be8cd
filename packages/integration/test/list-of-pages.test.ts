import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { filesBeneath, textOf } from './support/markdown-pages.js';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The pages of docs/README.md by section. */
const sections = new Map(
  textOf('docs/README.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const links = [...section.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, link = '']) => `docs/${link}`);
      return [section.split('\n')[0], links];
    }),
);

describe('docs/README.md, the list of all pages', () => {
  it('has the sections of the documentation, in order', () => {
    expect([...sections.keys()]).toEqual([
      'Start',
      'Use it with',
      'In depth',
      'Toolsets',
      'Recipes',
      'Compare and migrate',
      'Reference',
      'Project',
    ]);
  });

  it('names each page of the guide, each recipe and each page of a migration', () => {
    const listed = new Set([...sections.values()].flat());
    const pages = ['guide', 'recipes', 'migrate'].flatMap((folder) => filesBeneath(`docs/${folder}`, '.md'));
    expect(pages.filter((page) => !listed.has(page))).toEqual([]);
    expect([...listed].filter((page) => !existsSync(join(ROOT, page)))).toEqual([]);
  });

  it('begins with six pages, which name no decorator for special cases', () => {
    const special = /- \*\*For special cases\*\*: ([^]*?)\n\n/.exec(textOf('docs/decorators.md'))?.[1] ?? '';
    const names = [...special.matchAll(/`(@?\w+)`/g)].map(([, name = '']) => name);
    expect(names).toContain('@Preview');
    const start = sections.get('Start') ?? [];
    expect(start).toHaveLength(6);
    const found = start.flatMap((page) =>
      names
        .filter((name) => new RegExp(`${name}\\b`).test(textOf(page)))
        .map((name) => `${relative('docs', page)}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});
