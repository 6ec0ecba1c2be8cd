// Reads docs/README.md, the only list of pages.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './entries.mjs';

const docs = join(root, 'docs');
const read = (page) => readFileSync(join(docs, page), 'utf8');

/** The sections of docs/README.md with their text and pages. */
export const contents = read('README.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [title, ...rest] = section.split('\n');
    const text = rest.join('\n').trim();
    return { title, text, pages: pagesOf(text, '') };
  });

// Some sections list all pages of their README.md.
const named = new Set(contents.flatMap(({ pages }) => pages.map(({ page }) => page)));
for (const { pages } of contents) for (const one of pages) one.pages = one.pages.filter(({ page }) => !named.has(page));

/** All pages of the list, also those that a list of a listed page has. */
export const listedPages = contents.flatMap(({ pages }) => pages).flatMap((page) => [page, ...page.pages]);

/**
 * The pages that a text links to, with the words that follow a link. A page README.md is a list
 * too: its items are the `pages` of the link.
 */
function pagesOf(text, folder) {
  return [...text.matchAll(/\[([^\]]+)\]\(([^)#]+)\)(?:: ([^[]*?(?=\n[-\d]|\n\n|$)))?/g)].flatMap(
    ([, title, link, about = '']) => {
      const target = posix.join(folder, link);
      const page = target.endsWith('.md') ? target : `${target}/README.md`;
      if (page.startsWith('..') || (!existsSync(join(docs, page)) && target !== 'errors')) return [];
      const name = title
        .replace(/`/g, '')
        .replace(/\s+/g, ' ')
        .replace(/^./, (letter) => letter.toUpperCase());
      const pages = /^\w+\/README\.md$/.test(page) && target !== 'errors' ? itemsOf(page) : [];
      return [{ title: name, page, about: about.replace(/\s+/g, ' ').trim(), pages }];
    },
  );
}

function itemsOf(page) {
  const items = read(page).match(/^(?:-|\d+\.) \[.*\n(?: +.*\n)*/gm) ?? [];
  return pagesOf(items.join(''), posix.dirname(page));
}
