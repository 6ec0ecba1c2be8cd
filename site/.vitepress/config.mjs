import { cpSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { contents } from '../contents.mjs';
import { repositoryAddress } from '../../scripts/release/manifest-problems.mjs';
import { entries, root } from '../entries.mjs';
import { accessibleTheme } from './accessible-theme.mjs';
import { indexed, miniSearch } from './search.mjs';
import { literalBraces } from './literal-braces.mjs';
import { outsideLinks } from './outside-links.mjs';
import { stackedTables } from './stacked-tables.mjs';

const repository = repositoryAddress(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
// `stage.mjs` builds several versions. All of them are below one root.
const siteRoot = process.env.DOCS_ROOT ?? '/';
const version = process.env.DOCS_VERSION ?? 'next';
const base = siteRoot + (process.env.DOCS_FOLDER ?? '');
const pages = join(import.meta.dirname, '../pages');

/** The place of a page on the site. */
const addressOf = (page) => page.replace(/^README\.md$/, 'contents.md').replace(/README\.md$/, 'index.md');

/** The anchors of GitHub, which the pages use. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

export default defineConfig({
  title: 'Haft',
  description: 'Methods of TypeScript classes as tools of language models',
  base,
  srcDir: 'pages',
  cleanUrls: true,
  rewrites: addressOf,
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      literalBraces(markdown);
      stackedTables(markdown);
      outsideLinks(markdown, pages, `${repository}/blob/main/docs/`);
    },
  },
  vite: { plugins: [accessibleTheme()] },
  themeConfig: {
    siteRoot,
    version,
    nav: [
      { text: 'Guide', link: '/guide/getting-started' },
      { text: 'API', link: '/api/' },
      { component: 'VersionMenu' },
    ],
    sidebar: [
      ...contents.filter(({ pages }) => pages.length > 0).map(sectionOf),
      { text: 'API', collapsed: true, items: entries.map(apiLink) },
    ],
    outline: [2, 3],
    search: { provider: 'local', options: { _render: indexed, miniSearch } },
    editLink: { pattern: `${repository}/edit/main/docs/:path` },
    socialLinks: [{ icon: 'github', link: repository }],
  },
  transformPageData: (page) => {
    // TypeDoc and a list write these pages: there is no file to edit.
    if (/^(api|errors\/index)/.test(page.relativePath)) page.frontmatter.editLink = false;
  },
  transformHead: ({ page }) => [['link', { rel: 'alternate', type: 'text/markdown', href: base + page }]],
  // Under both names: links in Markdown say README.md.
  buildEnd: ({ outDir }) => {
    for (const name of readdirSync(pages, { recursive: true }).filter((one) => one.endsWith('.md')))
      for (const place of new Set([name, addressOf(name)])) cpSync(join(pages, name), join(outDir, place));
  },
});

function sectionOf({ title, pages: items }) {
  return { text: title, collapsed: title !== 'Start' && title !== 'Use it with', items: items.map(itemOf) };
}

function itemOf({ title, page, pages: items }) {
  const link = `/${page.replace(/(README)?\.md$/, '')}`;
  return { text: title, link, ...(items.length > 0 && { collapsed: true, items: items.map(itemOf) }) };
}

function apiLink({ name }) {
  return { text: name, link: `/api/${name}` };
}
