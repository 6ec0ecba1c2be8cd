import { join } from 'node:path';
import { deadLinks, deadLinksIn, filesBeneath } from './support/markdown-pages.js';

const contents = join(import.meta.dirname, '../../../site/contents.mjs');
const { listedPages } = (await import(contents)) as { listedPages: readonly { readonly page: string }[] };

/** The site writes the list of these pages. */
const ERROR_PAGE = /^docs\/errors\//;

it.each([
  'README.md',
  'CONTRIBUTING.md',
  'site/index.md',
  ...filesBeneath('docs', '.md'),
  ...filesBeneath('packages', 'README.md'),
  ...filesBeneath('examples', 'README.md'),
])('the links of %s lead somewhere', (page) => {
  expect(deadLinks(page)).toEqual([]);
});

it('a link to a page or an anchor that does not exist is dead', () => {
  const text = '[a](guide/testing.md#a-toolset) [b](guide/none.md) [c](guide/testing.md#none) [d](#documentation)';
  expect(deadLinksIn(text, 'docs/README.md')).toEqual(['guide/none.md', 'guide/testing.md#none']);
});

it('docs/README.md lists every page', () => {
  const listed = new Set(['docs/README.md', ...listedPages.map(({ page }) => `docs/${page}`)]);
  const pages = filesBeneath('docs', '.md').filter((page) => !ERROR_PAGE.test(page));
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.filter((page) => !listed.has(page))).toEqual([]);
});
