import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, linkSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Run } from '@haft/runtime';
import { fileRun, folderWith, removeFolders } from './support/file-run.js';

/* The same searches with a real ripgrep and without: equal matches. */

afterAll(removeFolders);

/** The one of the package, and the one of the machine, whose version may be too old for Haft. */
const PROGRAMS = [await packagedProgram(), '/usr/bin/rg'].filter(
  (path): path is string => path !== undefined && existsSync(path),
);
if (PROGRAMS.length === 0) console.warn('notice: no ripgrep is installed for this platform; its tests are skipped.');
const described = PROGRAMS.length > 0 ? describe : describe.skip;

/** Returns undefined if the package has no program for this platform. */
async function packagedProgram(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    return undefined;
  }
}

interface Found {
  readonly status: string;
  readonly matches?: readonly object[];
  readonly skipped?: readonly string[];
}

/** Returns a function that searches with each program, and expects what the walk finds. */
function searching(settings: Parameters<typeof fileRun>[0]): (args: object) => Promise<Found> {
  const walk = fileRun({ ...settings, ripgrep: false });
  const runs = PROGRAMS.map((ripgrep) => fileRun({ ...settings, ripgrep }));
  return async (args) => {
    const expected = await found(walk, args);
    for (const [at, run] of runs.entries())
      expect([PROGRAMS[at], args, await found(run, args)]).toEqual([PROGRAMS[at], args, expected]);
    return expected;
  };
}

async function found(run: Run, args: object): Promise<Found> {
  const { status, text, value } = (await run.call({ name: 'file_search', arguments: args })) as {
    readonly status: string;
    readonly text: string;
    readonly value?: Found;
  };
  if (value === undefined) return { status: `${status}: ${text}` };
  const { matches = [], skipped = [] } = value;
  return { status, matches, skipped };
}

const NEEDLE = 'a needle in it\n';

const FILES: Readonly<Record<string, string | Buffer>> = {
  'a.txt': NEEDLE,
  'b/a.txt': NEEDLE,
  'b/c/a.txt': `x\nneedle\ny\n${NEEDLE}`,
  'b-c/a.txt': NEEDLE,
  'B/a.txt': NEEDLE,
  '.hidden': NEEDLE,
  '.config/a.txt': NEEDLE,
  'with space/a b.txt': NEEDLE,
  '-dash.txt': NEEDLE,
  'new\nline.txt': NEEDLE,
  'grün/ü.txt': NEEDLE,
  'upper.txt': 'NEEDLE\n',
  'kelvin.txt': '\u212aelvin, \u017fearch, topkap\u0130\n',
  'windows.txt': 'one\r\nneedle\r\n',
  'utf16.txt': Buffer.from('\ufeffneedle\n', 'utf16le'),
  'latin.txt': Buffer.from('gr\xfcn needle\n', 'latin1'),
  'early.dat': Buffer.from('\0needle\0'),
  'late.dat': Buffer.concat([Buffer.from('needle\n'.repeat(2_000)), Buffer.from([0])]),
  'large.txt': `needle\n${'x'.repeat(600_000)}`,
  'empty.txt': '',
  '.git/x': NEEDLE,
  'node_modules/x.js': NEEDLE,
  'b/node_modules/x.js': NEEDLE,
  // Files of ripgrep itself, which Git does not know.
  '.ignore': 'a.txt\n',
  '.rgignore': 'a.txt\n',
  '.gitignore': '*.log\n!keep.log\n/only-root.txt\ndist/\nsub/*.tmp\n**/deep/x.txt\n\\!odd.txt\n',
  'x.log': NEEDLE,
  'keep.log': NEEDLE,
  'only-root.txt': NEEDLE,
  'b/only-root.txt': NEEDLE,
  'dist/a.js': NEEDLE,
  'b/dist/a.js': NEEDLE,
  'sub/a.tmp': NEEDLE,
  'sub/b/a.tmp': NEEDLE,
  'q/deep/x.txt': NEEDLE,
  '!odd.txt': NEEDLE,
  'sub/x.log': NEEDLE,
  'sub/.gitignore': '!x.log\n*.md\n',
  'sub/y.md': NEEDLE,
  'sub/c/y.md': NEEDLE,
  'sub/c/z.log': NEEDLE,
  'inner/.git/config': '',
  'inner/.gitignore': 'a.txt\n',
  'inner/a.txt': NEEDLE,
  'inner/b.txt': NEEDLE,
};

function treeWithLinks(): string {
  const root = folderWith(FILES);
  symlinkSync('a.txt', join(root, 'link.txt'));
  symlinkSync('b', join(root, 'link'));
  linkSync(join(root, 'b-c/a.txt'), join(root, 'b/hard.txt'));
  return root;
}

described('file_search with ripgrep and without [TOOL-5]', () => {
  const root = treeWithLinks();

  it.each([{}, { gitignore: false }, { ignore: [] }, { ignore: ['b/', '*.md', '/sub/c'] }, { deny: ['*.md', 'sub'] }])(
    'has equal matches in the files of the settings %j',
    async (settings) => {
      const search = searching({ root, ...settings });
      await search({ query: 'needle' });
      const paths = ['sub', 'sub/c', 'b', 'b/node_modules', 'dist', '.git', 'link', 'a.txt', 'gone', '*.txt', 'b/**'];
      for (const path of paths) await search({ query: 'needle', path });
    },
  );

  it.each([
    { query: 'NEEDLE', ignoreCase: true },
    { query: 'KELVIN', ignoreCase: true },
    { query: 'search', ignoreCase: true },
    { query: 'topkapi', ignoreCase: true },
    { query: 'n.edle', regex: true },
    { query: 'needle', context: 1 },
    { query: 'a needle in it' },
    { query: 'needle y' },
    { query: 'needle\r' },
    { query: '\0needle' },
    { query: '-e' },
    { query: 'nothing has this' },
  ])('has equal matches for %j', async (args) => {
    await searching({ root })(args);
  });

  it('has equal matches for any .gitignore files', async () => {
    const name = fc.constantFrom('a', 'b', 'c.txt', 'd.log');
    const pattern = fc
      .tuple(
        fc.constantFrom('', '!', '#', '\\!'),
        fc.constantFrom('', '/', '**/'),
        fc.array(fc.constantFrom('a', 'b', 'c.txt', '*.log', '*', '**', '?', '[ab]', '[!a]', 'c*', '.gitignore'), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.constantFrom('', '/', '/**', ' '),
      )
      .map(([sign, start, names, end]) => `${sign}${start}${names.join('/')}${end}`);
    const file = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `${names.join('/')}/f.txt`);
    const rules = fc.record({ folder: fc.constantFrom('', 'a/', 'a/b/'), lines: fc.array(pattern, { maxLength: 4 }) });
    const path = fc.constantFrom('.', 'a', 'a/b');
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 8 }), fc.array(rules, { maxLength: 3 }), path, async (...given) => {
        const [files, ignored, from] = given;
        const tree: Record<string, string> = { 'a/b/f.txt': NEEDLE };
        for (const one of files) tree[one] = NEEDLE;
        for (const { folder, lines } of ignored) tree[`${folder}.gitignore`] = `${lines.join('\n')}\n`;
        const folder = folderWith(tree);
        await searching({ root: folder })({ query: 'needle', path: from });
      }),
      { numRuns: 60 },
    );
  });
});

described('file_search with ripgrep and files that have no end', () => {
  it.each(['/dev/zero', 'a pipe', '3 MB', 'a loop'])('reads no ignore file of ripgrep: %s', async (kind) => {
    const root = folderWith({ 'a.txt': NEEDLE, 'sub/a.txt': NEEDLE });
    for (const name of ['.gitignore', '.ignore', '.rgignore', 'sub/.gitignore', 'sub/.ignore']) {
      const path = join(root, name);
      if (kind === 'a pipe') execFileSync('mkfifo', [path]);
      else if (kind === '3 MB') writeFileSync(path, 'x*y*z\n'.repeat(500_000));
      else symlinkSync(kind === 'a loop' ? name : kind, path);
    }
    const expected = await searching({ root })({ query: 'needle' });
    expect(expected.matches).toHaveLength(2);
  });

  it('reads no file that is too large, and names it', async () => {
    const root = folderWith({ 'a.txt': NEEDLE, 'b.log': '', 'new\nline.log': '' });
    for (const name of ['b.log', 'new\nline.log']) truncateSync(join(root, name), 8 * 1024 ** 3);
    const expected = await searching({ root })({ query: 'needle' });
    expect(expected.skipped).toEqual(['b.log', 'new\nline.log']);
  });
});

it('knows the version of a ripgrep that is installed', () => {
  for (const path of PROGRAMS) expect(spawnSync(path, ['--version']).stdout.toString()).toMatch(/^ripgrep \d+\./);
});
