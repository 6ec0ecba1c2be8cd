import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, fileRun, folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

const FILES = {
  '.github/workflows/a.yml': 'a',
  '.github/b.md': 'b',
  'keys/deep/secret': 's',
  'keys/c.txt': 'c',
  'x/workflows/d.yml': 'd',
  'x/deep/secret': 'e',
  'x/f.txt': 'f',
};
/** Paths that the settings below protect, in any case. */
const PROTECTED = /^(\.github\/workflows|keys\/(.+\/)?secret)(\/|$)/i;

/** Returns the files that are protected, with their texts. */
function protectedFiles(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
  const found = paths.filter((path) => PROTECTED.test(path)).sort();
  return Object.fromEntries(found.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

it('no calls of any tools change, remove or make what the settings protect [TOOL-1]', async () => {
  const folder = fc.constantFrom('.github', '.GitHub', 'keys', 'x', 'x/../keys', './keys', 'new', 'keys/deep');
  const rest = fc.constantFrom(
    '',
    '/workflows',
    '/Workflows',
    '/workflows/a.yml',
    '/deep',
    '/deep/secret',
    '/secret',
    '/f.txt',
    '/',
  );
  const path = fc.tuple(folder, rest).map((parts) => parts.join(''));
  const call = fc.oneof(
    fc
      .record({ path, mode: fc.constantFrom('overwrite', 'append') })
      .map((one) => ['file_write', { ...one, content: 'new' }]),
    path.map((one) => ['file_edit', { path: one, edits: [{ old: 'a', new: 'new' }] }]),
    fc.record({ from: path, to: path, overwrite: fc.boolean() }).map((one) => ['file_move', one]),
    fc.record({ path, recursive: fc.boolean() }).map((one) => ['file_delete', one]),
  ) as fc.Arbitrary<[string, object]>;
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 6, maxLength: 8 }), async (calls) => {
      const root = folderWith(FILES);
      const before = protectedFiles(root);
      const run = fileRun({ root, protect: ['.github/workflows/', 'keys/**/secret'] });
      for (const [name, args] of calls) if ((await ask(run, name, args)).startsWith('success')) done++;
      expect(protectedFiles(root)).toEqual(before);
    }),
    { numRuns: 100 },
  );
  expect(done).toBeGreaterThan(40);
});
