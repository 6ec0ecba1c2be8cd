import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { deadLinks, deadLinksIn, filesBeneath, textOf } from './support/markdown-pages.js';

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

describe('the code of the guide', () => {
  /** `npm run guide` and `npm run guide:jest` do what these pages say. */
  const FOLLOWED = ['docs/guide/nestjs.md', 'docs/guide/jest.md'];
  /** Imports without code, and comments. */
  const NO_CODE = /^(\s*(import .* from '.*';|\/\*\*|\*.*))*\s*$/;

  /** Returns the first lines of blocks that no snippet fills. */
  const written = (text: string): readonly string[] =>
    [...text.matchAll(/^( *<!-- snippet: \S+ -->\n\n?)? *```(?:tsx?|m?js)\n([^]*?)^ *```$/gm)]
      .filter(([, mark, code = '']) => mark === undefined && !NO_CODE.test(code))
      .map(([, , code = '']) => code.split('\n', 1)[0] ?? '');

  it.each(filesBeneath('docs/guide', '.md').filter((page) => !FOLLOWED.includes(page)))(
    'comes from files that are compiled: %s',
    (page) => {
      expect(written(textOf(page))).toEqual([]);
    },
  );

  it('is found if it is written in the page', () => {
    const block = (code: string): string => `\`\`\`ts\n${code}\n\`\`\`\n`;
    expect(written(`<!-- snippet: a.ts#b -->\n\n${block('a();')}\n${block('b();')}`)).toEqual(['b();']);
    expect(written(block("import { a } from 'a';"))).toEqual([]);
  });
});

it('docs/README.md lists every page', () => {
  const listed = new Set(['docs/README.md', ...listedPages.map(({ page }) => `docs/${page}`)]);
  const pages = filesBeneath('docs', '.md').filter((page) => !ERROR_PAGE.test(page));
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.filter((page) => !listed.has(page))).toEqual([]);
});

describe('the paths in backticks', () => {
  const files = ['packages', 'docs', 'scripts', '.ci', '.changeset'].flatMap((folder) => filesBeneath(folder, ''));
  /** Written by commands. */
  const NOT_KEPT = ['reports/mutation'];

  /** Returns the paths, or ends of paths, that no file has. `NAME`, `<name>` and `*` match all. */
  const missing = (text: string): readonly string[] =>
    [...text.matchAll(/`([\w.][\w.<>*-]*(?:\/[\w.<>*-]+)+)\/?`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !NOT_KEPT.includes(path) && !/^haft\//.test(path))
      .filter((path) => {
        const name = path.replaceAll('.', '\\.').replace(/<\w+>|\bNAME\b|\*/g, '[^/]+');
        return !files.some((file) => new RegExp(`(^|/)${name}($|[-./])`).test(file));
      });

  it.each(['CONTRIBUTING.md', 'docs/architecture.md', 'docs/contributing.md', 'docs/testing-haft.md'])(
    'exist in %s',
    (page) => {
      expect(missing(textOf(page))).toEqual([]);
    },
  );

  it('include no moved file', () => {
    const text = '`docs/moved/page.md` `docs/decisions/0052` `packages/*/src` `call/outcome/` `call/<name>.txt`';
    expect(missing(text)).toEqual(['docs/moved/page.md', 'call/<name>.txt']);
  });
});

it('docs/testing-haft.md names tests that exist', () => {
  // `runtime, mcp: http/door, wire` means four files.
  const named = [...textOf('docs/testing-haft.md').matchAll(/`([a-z, ]+): ([a-z\d/., -]+)`/g)];
  const files = named.flatMap(([, packages = '', tests = '']) =>
    packages.split(', ').flatMap((one) => tests.split(', ').map((test) => `packages/${one}/test/${test}.test.ts`)),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, '../../..', file)))).toEqual([]);
});
