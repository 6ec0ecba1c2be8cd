import { filesBeneath, textOf } from './support/markdown-pages.js';

/*
 * docs/feature-contract.md lists Haft's features, one row each with an id. The title of a test
 * that asserts a row ends with its id: `it('closes every object [ID]', ...)`. An example has it in
 * a comment next to its assertion: `// [ID]`.
 */

const PAGE = 'docs/feature-contract.md';
const ID = String.raw`[A-Z]+-\d+[a-z]?`;

interface Row {
  readonly id: string;
  readonly isBuilt: boolean;
}

const sections = textOf(PAGE).split(/^(?=## )/m);
const rows = sections.flatMap((section): Row[] => {
  const isBuilt = !/^## (Not built|Not there yet)/.test(section);
  return [...section.matchAll(new RegExp(`^\\| (${ID}) +\\|`, 'gm'))].map(([, id = '']) => ({ id, isBuilt }));
});

/** The ids that tests and examples name, with the files that do. */
function namedIds(): ReadonlyMap<string, ReadonlySet<string>> {
  const tests = filesBeneath('packages', '.test.ts');
  const files = [...tests, ...filesBeneath('examples', '.ts'), ...filesBeneath('examples', '.mjs')];
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    // At the end of a title. In an example, at the end of a comment.
    const mark = new RegExp(`\\[(${ID}(?:, ${ID})*)\\](?:['"\`]|$)`, 'gm');
    for (const [, ids = ''] of textOf(file).matchAll(mark)) {
      for (const id of ids.split(', ')) found.set(id, (found.get(id) ?? new Set()).add(file));
    }
  }
  return found;
}

const named = namedIds();
const built = new Map(rows.map(({ id, isBuilt }) => [id, isBuilt]));

describe('the features', () => {
  it('have one row each', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.map(({ id }) => id).filter((id, index, all) => all.indexOf(id) !== index)).toEqual([]);
  });

  it('that are built are each named by a test or an example', () => {
    const missing = rows.filter(({ id, isBuilt }) => isBuilt && !named.has(id)).map(({ id }) => id);
    expect(missing).toEqual([]);
  });

  it('that a test names have a row, and are built', () => {
    const wrong = [...named]
      .filter(([id]) => built.get(id) !== true)
      .map(([id, files]) => `${id} in ${[...files].join(', ')}`);
    expect(wrong).toEqual([]);
  });
});
