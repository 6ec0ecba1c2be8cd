import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { linksOf, sections } from '../contents.mjs';
import { repositoryAddress } from '../../scripts/release/manifest-problems.mjs';
import { entries, root } from '../entries.mjs';
import { indexed } from './search.mjs';
import { literalBraces } from './literal-braces.mjs';
import { outsideLinks } from './outside-links.mjs';

const repository = repositoryAddress(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const base = process.env.DOCS_BASE ?? '/';
const pages = join(import.meta.dirname, '../pages');
const contents = sections(readFileSync(join(root, 'docs/README.md'), 'utf8'));
const versions = JSON.parse(readFileSync(join(root, 'site/versions.json'), 'utf8'));

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
  rewrites: (page) => page.replace(/^README\.md$/, 'contents.md').replace(/README\.md$/, 'index.md'),
  markdown: {
    anchor: { slugify },
    config: (markdown) => {
      literalBraces(markdown);
      outsideLinks(markdown, pages, `${repository}/blob/main/docs/`);
    },
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide/getting-started' },
      { text: 'API', link: '/api/' },
      { text: versions[0], items: versions.map((name) => ({ text: name, link: `/${name}/`, target: '_self' })) },
    ],
    sidebar: [...contents.map(sidebarOf), { text: 'API', collapsed: true, items: entries.map(apiLink) }],
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { _render: indexed, miniSearch: { searchOptions: { boost: { title: 6, titles: 2 }, fuzzy: 0.1 } } },
    },
    editLink: { pattern: `${repository}/edit/main/docs/:path` },
    socialLinks: [{ icon: 'github', link: repository }],
  },
  buildEnd: ({ outDir }) => {
    for (const name of readdirSync(pages, { recursive: true }))
      if (name.endsWith('.md')) cpSync(join(pages, name), join(outDir, name.replace(/README\.md$/, 'index.md')));
  },
});

function sidebarOf({ title, text }) {
  const address = (link) => (link.endsWith('.md') ? `/${link.slice(0, -3)}` : `/${link}/`);
  const inside = linksOf(text).filter(({ link }) => existsSync(join(pages, link)) && !link.startsWith('..'));
  return {
    text: title,
    collapsed: title !== 'Guide',
    items: inside.map(({ title: name, link }) => ({ text: name, link: address(link) })),
  };
}

function apiLink({ name }) {
  return { text: name, link: `/api/${name}` };
}
