import fc from 'fast-check';
import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from '../../src/file/tree/glob.js';
import { ask, fileRun, folderWith, removeFolders, valueOf } from './support/file-run.js';

afterAll(removeFolders);

interface List {
  readonly entries: readonly { readonly path: string }[];
  readonly truncated: boolean;
}
interface Found {
  readonly matches: readonly { readonly path: string; readonly line: number; readonly text: string }[];
  readonly skipped?: readonly string[];
}

const TREE = {
  '.gitignore': '*.log\n!keep.log\n/build/\n',
  'a.txt': 'one\n',
  'b.log': 'needle\n',
  'build/out.js': 'needle\n',
  'keep.log': 'needle\n',
  'node_modules/x/index.js': 'needle\n',
  'src/.gitignore': 'gen/\n',
  'src/gen/g.ts': 'needle\n',
  'src/build/real.ts': 'a needle here\n',
  'src/main.ts': 'one\ntwo needle\nthree\nNeedle\n',
  'src/main.test.tsx': 'needle\n',
};

const pathsOf = async (args: object, settings = {}): Promise<string[]> => {
  const run = fileRun({ root: folderWith(TREE), ...settings });
  return (await valueOf<List>(run, 'file_list', args)).entries.map(({ path }) => path);
};

describe('file_list', () => {
  it('lists all levels of a small folder, each folder before its entries, without ignored ones [TOOL-4]', async () => {
    expect(await pathsOf({})).toEqual([
      '.gitignore',
      'a.txt',
      'keep.log',
      'src',
      'src/.gitignore',
      'src/build',
      'src/build/real.ts',
      'src/main.test.tsx',
      'src/main.ts',
    ]);
  });

  it.each([
    ['*.ts', ['src/build/real.ts', 'src/main.ts']],
    ['*.{ts,tsx}', ['src/build/real.ts', 'src/main.test.tsx', 'src/main.ts']],
    ['src/*.ts', ['src/main.ts']],
    ['src/**/*.ts', ['src/build/real.ts', 'src/main.ts']],
    ['**/main*', ['src/main.test.tsx', 'src/main.ts']],
    ['[!a-m]*', ['src', 'src/build/real.ts']],
    ['?.txt', ['a.txt']],
    ['*nothing*', []],
    ['src/*/*.ts', ['src/build/real.ts']],
    ['./src/../src/*.ts', ['src/main.ts']],
    ['./*.ts', []],
    ['{a.txt,src/build/*}', ['a.txt', 'src/build/real.ts']],
  ])('keeps entries that match %s [TOOL-4]', async (pattern, expected) => {
    const found = await pathsOf({ path: pattern });
    expect(found.filter((path) => !path.endsWith('.gitignore'))).toEqual(expected);
  });

  it('lists all that matches a pattern, and nothing else, for any pattern [TOOL-4]', async () => {
    const names = ['a', 'b', 'ab', 'a/b.ts', 'b/a/b.ts', 'b/a/a/ab.ts', 'b/b/a.js', 'ab/b/b/b/b.ts'];
    const root = folderWith(Object.fromEntries(names.map((name) => [`${name.replaceAll('/', 's/')}`, 'x\n'])));
    const run = fileRun({ root });
    const all = (await valueOf<List>(run, 'file_list', {})).entries.map(({ path }) => path);
    const part = fc.constantFrom('as', 'bs', 'a*', '*', '*.ts', '?s', '[ab]*', '**', '**', '*b*');
    const pattern = fc.array(part, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('/'));
    let found = 0;
    await fc.assert(
      fc.asyncProperty(pattern, async (path) => {
        fc.pre(/[*?[]/.test(path));
        // A folder before the first wildcard may not exist, and the model reads that.
        const outcome = await run.call('file_list', { path });
        const { entries } = (outcome.status === 'success' ? outcome.value : { entries: [] }) as List;
        const glob = new Glob(path);
        expect(entries.map((one) => one.path).sort()).toEqual(all.filter((one) => glob.test(one.split('/'))).sort());
        found += entries.length;
      }),
      { numRuns: 200 },
    );
    expect(found).toBeGreaterThan(200);
  });

  it('takes a name with brackets as it is if it exists [TOOL-4]', async () => {
    const run = fileRun({ root: folderWith({ 'app/[id]/page.tsx': 'x\n', 'app/i/page.tsx': 'y\n' }) });
    expect(await ask(run, 'file_list', { path: 'app/[id]' })).toBe('success: app/[id]/\n page.tsx 2');
    expect(await ask(run, 'file_read', { paths: ['app/[id]/page.tsx'] })).toContain('x\n');
    expect(await ask(run, 'file_list', { path: 'app/[i]/*' })).toBe('success: app/i/\n page.tsx 2');
    expect(await ask(run, 'file_list', { path: '[x]/..' })).toBe(await ask(run, 'file_list', {}));
  });

  it('shows a model each folder with its entries below it [TOOL-4]', async () => {
    const run = fileRun({ root: folderWith(TREE) });
    expect(await ask(run, 'file_list', {})).toBe(
      'success: .gitignore 24\na.txt 4\nkeep.log 7\nsrc/\n .gitignore 5\n main.test.tsx 7\n main.ts 28\n' +
        'src/build/\n real.ts 14',
    );
    expect(await ask(run, 'file_list', { path: '' })).toBe(await ask(run, 'file_list', { path: '.' }));
    expect(await ask(run, 'file_list', { path: '/' })).toContain('Absolute paths are not allowed: /. Use .');
    expect(await ask(run, 'file_list', { path: '*.md' })).toBe('success: Nothing matches *.md.');
    expect(await ask(run, 'file_list', { path: 'a.txt' })).toBe('success: a.txt 4');
  });

  it('tells when entries were changed if it is asked [TOOL-6a]', async () => {
    const root = folderWith({ 'a.txt': 'abc', 'sub/b.txt': '' });
    for (const name of ['a.txt', 'sub/b.txt', 'sub']) utimesSync(join(root, name), 1_000_000_000, 1_000_000_000);
    const run = fileRun({ root });
    expect(await ask(run, 'file_list', { path: 'a.txt', times: true })).toBe('success: a.txt 3 2001-09-09T01:46:40Z');
    expect(await ask(run, 'file_list', { path: 'su*', times: true })).toBe('success: sub/ 2001-09-09T01:46:40Z');
    expect((await valueOf<List>(run, 'file_list', { times: true })).entries).toContainEqual({
      path: 'sub/b.txt',
      type: 'file',
      size: 0,
      modified: '2001-09-09T01:46:40.000Z',
    });
  });

  it('lists the levels of a large folder that fit, and a pattern reaches all [TOOL-4]', async () => {
    const root = folderWith();
    for (let i = 0; i < 150; i++) mkdirSync(join(root, `d${i}/x/y`), { recursive: true });
    const run = fileRun({ root });
    const list = await valueOf<List>(run, 'file_list', {});
    expect(list.entries).toHaveLength(150);
    expect(list.truncated).toBe(true);
    expect(await ask(run, 'file_list', {})).toContain('\n(Not all levels. For more, list a folder or a pattern');
    expect(await valueOf(run, 'file_list', { path: '**' })).toMatchObject({
      entries: { length: 450 },
      truncated: false,
    });
    expect(await valueOf(run, 'file_list', { path: 'd7' })).toMatchObject({ entries: { length: 2 }, truncated: false });
  });

  it('lists all files of a folder without folders, however many [TOOL-4]', async () => {
    const run = fileRun({ root: folderWith(Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`f${i}`, '']))) });
    expect(await valueOf(run, 'file_list', {})).toMatchObject({ entries: { length: 201 }, truncated: false });
  });

  it('shows a model 1,000 entries, and gives a program all [TOOL-4]', async () => {
    const root = folderWith();
    for (let i = 0; i < 1_200; i++) writeFileSync(join(root, `f${i}`), '');
    const run = fileRun({ root });
    expect(await ask(run, 'file_list', {})).toContain('\n(200 more. Use a narrower pattern.)');
    expect((await valueOf<List>(run, 'file_list', {})).entries).toHaveLength(1_200);
  });

  it('lists ignored entries if the settings say so, or their folder is named [TOOL-4]', async () => {
    expect(await pathsOf({}, { gitignore: false, ignore: [] })).toContain('node_modules');
    expect(await pathsOf({ path: 'node_modules' })).toEqual(['node_modules/x', 'node_modules/x/index.js']);
    expect(await pathsOf({ path: 'build' })).toEqual(['build/out.js']);
  });

  it('applies the rules of the folders above [TOOL-4]', async () => {
    expect(await pathsOf({ path: 'src' })).toEqual([
      'src/.gitignore',
      'src/build',
      'src/build/real.ts',
      'src/main.test.tsx',
      'src/main.ts',
    ]);
  });

  it('explains a wrong path [TOOL-4]', async () => {
    const run = fileRun({ root: folderWith(TREE) });
    expect(await ask(run, 'file_list', { path: 'scr' })).toContain('There is no scr. Did you mean src?');
    expect(await ask(run, 'file_list', { path: 'a.txt/b' })).toContain('a.txt is a file, not a folder.');
    expect(await ask(run, 'file_list', { path: 'scr/*.ts' })).toContain('There is no scr. Did you mean src?');
    expect(await ask(run, 'file_list', { path: '{a,b}'.repeat(20) })).toContain('The pattern is too long.');
  });

  it('leaves out files that a call is writing, as searches do [TOOL-4, TOOL-5]', async () => {
    const run = fileRun({
      root: folderWith({ '.1.haft-tmp': 'needle', 'a/.2.haft-tmp': 'needle', 'a/b.txt': 'needle' }),
    });
    expect(await ask(run, 'file_list', {})).toBe('success: a/\n b.txt 6');
    expect(await ask(run, 'file_search', { query: 'needle' })).toBe('success: a/b.txt\n1: needle');
  });

  it('leaves out names that no text can say, and folders that are closed', async () => {
    const root = folderWith({ 'a.txt': 'a' });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe])]), 'x');
    mkdirSync(join(root, 'closed'));
    chmodSync(join(root, 'closed'), 0);
    const paths = (await valueOf<List>(fileRun({ root }), 'file_list', {})).entries.map(({ path }) => path);
    expect(paths).toEqual(['a.txt', 'closed']);
    chmodSync(join(root, 'closed'), 0o700);
  });

  it('reports entries while it works, each once [TOOL-4]', async () => {
    const root = folderWith();
    for (let i = 0; i < 1_000; i++) writeFileSync(join(root, `f${String(i).padStart(4, '0')}`), '');
    const run = fileRun({ root });
    const reported: unknown[] = [];
    const outcome = await run.call(
      { name: 'file_list', arguments: '{}' },
      { onProgress: (progress) => reported.push(...(progress as unknown[])) },
    );
    expect(reported).toHaveLength(1_000);
    expect(outcome).toMatchObject({ value: { entries: reported } });
  });
});

describe('file_search', () => {
  const search = async (args: object, settings = {}): Promise<Found> =>
    valueOf<Found>(fileRun({ root: folderWith(TREE), ...settings }), 'file_search', args);

  it('shows a line of context once, also between two matches [TOOL-5]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'a\nneedle 1\nb\nneedle 2\nneedle 3\nc\nd\n' }) });
    expect(await ask(run, 'file_search', { query: 'needle', context: 1 })).toBe(
      'success: a.txt\n1- a\n2: needle 1\n3- b\n4: needle 2\n5: needle 3\n6- c',
    );
  });

  it('finds lines in files that are not ignored, sorted [TOOL-5]', async () => {
    expect(await search({ query: 'needle' })).toEqual({
      matches: [
        { path: 'keep.log', line: 1, text: 'needle' },
        { path: 'src/build/real.ts', line: 1, text: 'a needle here' },
        { path: 'src/main.test.tsx', line: 1, text: 'needle' },
        { path: 'src/main.ts', line: 2, text: 'two needle' },
      ],
    });
  });

  it.each([
    [{ query: 'needle', path: '*.ts' }, ['src/build/real.ts:1', 'src/main.ts:2']],
    [{ query: 'needle', path: 'src/main.ts' }, ['src/main.ts:2']],
    [{ query: 'NEEDLE', path: 'src/main.ts', ignoreCase: true }, ['src/main.ts:2', 'src/main.ts:4']],
    [{ query: '^t\\w+', path: 'src', regex: true }, ['src/main.ts:2', 'src/main.ts:3']],
    [{ query: '^N\\D+E$', path: 'src/main.ts', regex: true, ignoreCase: true }, ['src/main.ts:4']],
    [{ query: '.*', path: 'a.txt' }, []],
    [{ query: 'needle', path: 'src/*.{ts,tsx}' }, ['src/main.test.tsx:1', 'src/main.ts:2']],
  ])('takes %j [TOOL-5]', async (args, expected) => {
    const { matches } = await search(args);
    expect(matches.map(({ path, line }) => `${path}:${line}`)).toEqual(expected);
  });

  it('shows lines around a match [TOOL-5]', async () => {
    const { matches } = await search({ query: 'two', context: 2 });
    expect(matches).toEqual([
      { path: 'src/main.ts', line: 2, text: 'two needle', before: ['one'], after: ['three', 'Needle'] },
    ]);
  });

  it.each([
    [{ query: '' }, 'The query is empty.'],
    [{ query: '(', regex: true }, 'Set regex to false to find it as text.'],
    [{ query: '(a)\\1', regex: true }, 'Set regex to false to find it as text.'],
    [{ query: 'x'.repeat(1_001) }, 'The query is longer than 1000 characters.'],
    [{ query: 'a', path: 'nowhere' }, 'There is no nowhere.'],
  ])('explains %j [TOOL-5]', async (args, text) => {
    expect(await ask(fileRun({ root: folderWith(TREE) }), 'file_search', args)).toContain(text);
  });

  it('names a file whose lines are too long for the expression, and searches the others [TOOL-5]', async () => {
    const short = `${'ab,'.repeat(2_700)}\n`.repeat(60);
    const run = fileRun({ root: folderWith({ 'a.js': 'ab,'.repeat(160_000), 'b.js': `${short}axb\n` }) });
    expect(await ask(run, 'file_search', { query: 'x{1,6}', regex: true })).toBe(
      'success: b.js\n61: axb\n\n(Not searched, because larger than 500 kB or with too long lines: a.js.)',
    );
  });

  it('refuses matches with over 5,000,000 characters, context included [TOOL-5]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': `${'x'.repeat(490_000)}\n${'needle\n'.repeat(20)}` }) });
    expect(await ask(run, 'file_search', { query: 'needle', context: 50 })).toContain(
      'retry: Over 10 lines match. Use counts, a narrower path or another query.',
    );
    expect((await valueOf<Found>(run, 'file_search', { query: 'needle' })).matches).toHaveLength(20);
  });

  it('counts only files with matches [TOOL-5]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'needle\n', 'b.txt': 'a needle\n' }) });
    expect(await ask(run, 'file_search', { query: 'a needle', counts: true })).toBe('success: b.txt: 1');
  });

  it('takes time linear in the text for an expression that would backtrack [TOOL-5]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': `${'a'.repeat(50_000)}!\n` }) });
    // A backtracking engine would not end.
    expect(await ask(run, 'file_search', { query: '^(a+)+$', regex: true })).toContain('No line matches.');
  });

  it.each([
    ['behind a byte order mark', '\ufeff*.log\n', ['a.txt']],
    ['before its 100,001st byte', `${'#'.repeat(99_993)}\n*.log\n*.txt`, ['a.txt']],
    ['that it has whole, not the start of a cut one', `${'#'.repeat(99_998)}\n*.log\n`, ['a.log', 'a.txt']],
    ['that it has whole, not a cut line', '*'.repeat(100_001), ['a.log', 'a.txt']],
  ])('respects the rules of a .gitignore file %s [TOOL-4]', async (_, rules, expected) => {
    const run = fileRun({ root: folderWith({ '.gitignore': rules, 'a.log': '', 'a.txt': '' }) });
    const { entries } = await valueOf<List>(run, 'file_list', { path: 'a.*' });
    expect(entries.map(({ path }) => path)).toEqual(expected);
  });

  it('takes time linear in the text for patterns that would backtrack [TOOL-4]', async () => {
    const name = `${'a'.repeat(250)}b`;
    const root = folderWith({ [name]: 'x', '.gitignore': `${'*a'.repeat(60)}*c\n` });
    const run = fileRun({ root });
    expect(await ask(run, 'file_list', { path: `${'*a'.repeat(100)}*c` })).toContain('Nothing matches');
    expect(await ask(run, 'file_list', { path: `${'**/*a'.repeat(50)}*` })).toContain('success');
  });

  it('shows a model the part of a long line that has the match, and gives a program the line [TOOL-5]', async () => {
    const line = `${'x'.repeat(10_000)}needle${'y'.repeat(10_000)}`;
    const run = fileRun({ root: folderWith({ 'a.js': line }) });
    const text = await ask(run, 'file_search', { query: 'needle' });
    expect(text).toMatch(/^success: a\.js\n1: \.\.\.x+needley+\.\.\.$/);
    expect(text.length).toBeLessThan(450);
    expect((await valueOf<Found>(run, 'file_search', { query: 'needle' })).matches[0]?.text).toBe(line);
  });

  it('shows a model the lines of each file with their numbers, and gives a program all [TOOL-5]', async () => {
    const root = folderWith({ 'a.txt': 'one\ntwo\none two\n', 'b.txt': 'one\n'.repeat(150) });
    const run = fileRun({ root });
    expect(await ask(run, 'file_search', { query: 'one', path: 'a.txt', context: 1 })).toBe(
      'success: a.txt\n1: one\n2- two\n3: one two',
    );
    const text = await ask(run, 'file_search', { query: 'one' });
    expect(text).toContain('success: a.txt\n1: one\n3: one two\n\nb.txt\n1: one\n');
    expect(text).toContain('98: one\n\n(52 more matches. Use counts, a narrower path or another query.)');
    expect((await valueOf<Found>(run, 'file_search', { query: 'one' })).matches).toHaveLength(152);
    expect(await ask(run, 'file_search', { query: 'one', counts: true })).toBe('success: a.txt: 2\nb.txt: 150');
    expect(await valueOf(run, 'file_search', { query: 'one', counts: true })).toEqual({
      matches: [],
      counts: [
        { path: 'a.txt', count: 2 },
        { path: 'b.txt', count: 150 },
      ],
    });
  });

  it.each([
    [{ query: 'nothing' }, 'No line has this text.'],
    [{ query: 'one|two' }, 'No line has this text. For an expression, set regex.'],
    [{ query: 'one\\s+three', regex: true }, 'No line matches.'],
  ])('says why %j may have found nothing [TOOL-5]', async (args, text) => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'one\ntwo\n' }) });
    expect(await ask(run, 'file_search', args)).toContain(text);
    expect(await ask(run, 'file_search', { query: 'o[^\\n]*e', regex: true })).toContain('1: one');
  });

  it.each([
    [{ query: 'Old Name' }, [1, 2, 6]],
    [{ query: 'old name', ignoreCase: true }, [1, 2, 6]],
    [{ query: 'Old\nName' }, [2]],
    [{ query: 'Old\\s+Name', regex: true }, [1, 2, 6]],
    [{ query: 'Old\\nName', regex: true }, [2]],
    [{ query: '^Old$\\n^Name', regex: true }, []],
    [{ query: 'begin[\\s\\S]*?end', regex: true }, [8]],
    [{ query: '^Name', regex: true }, [3]],
  ])('finds matches over several lines with %j [TOOL-5]', async (args, lines) => {
    const text = 'An Old Name\nthe Old\nName, and\nOld\n\nOld\r\n  Name\nbegin\na\nb\nend\n';
    const run = fileRun({ root: folderWith({ 'a.md': text }) });
    const { matches } = await valueOf<Found>(run, 'file_search', args);
    expect(matches.map(({ line }) => line)).toEqual(lines);
  });

  it('shows all lines of a match, and its context once [TOOL-5]', async () => {
    const run = fileRun({ root: folderWith({ 'a.md': 'a\nthe Old\n  Name here\nb\n' }) });
    expect(await ask(run, 'file_search', { query: 'Old Name', context: 1 })).toBe(
      'success: a.md\n1- a\n2: the Old\n3:   Name here\n4- b',
    );
  });

  it('skips data, names large files, and finds text in other encodings [TOOL-5]', async () => {
    const root = folderWith({
      'data.bin': Buffer.from('needle\0needle'),
      'large.txt': `${'x'.repeat(499_995)}needle`,
      'most.txt': `${'x'.repeat(499_994)}needle`,
      'utf16.txt': Buffer.from('\ufeffa needle\n', 'utf16le'),
      'old.txt': Buffer.from('grün needle\n', 'latin1'),
    });
    const run = fileRun({ root });
    const { matches, skipped } = await valueOf<Found>(run, 'file_search', { query: 'needle' });
    expect(matches.map(({ path }) => path)).toEqual(['most.txt', 'old.txt', 'utf16.txt']);
    expect(skipped).toEqual(['large.txt']);
    const { matches: umlauts } = await valueOf<Found>(run, 'file_search', { query: 'grün' });
    expect(umlauts.map(({ path }) => path)).toEqual(['old.txt']);
  });

  it('reports matches while it works, and ends when the call is cancelled [TOOL-5]', async () => {
    const root = folderWith();
    for (let i = 0; i < 3_000; i++) writeFileSync(join(root, `f${i}`), 'needle\n');
    const controller = new AbortController();
    const run = fileRun({ root }, { signal: controller.signal });
    const seen: string[] = [];
    const outcome = await run.call(
      { name: 'file_search', arguments: '{"query":"needle"}' },
      {
        onProgress: (progress) => {
          seen.push(...(progress as { path: string }[]).map(({ path }) => path));
          controller.abort(new Error('enough'));
        },
      },
    );
    expect(outcome.status).toBe('interrupted');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(3_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    // Nothing is left open.
    const open = readdirSync('/proc/self/fd').length;
    await run.end();
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(open);
  });
});

describe('named roots', () => {
  const settings = () => {
    const outer = folderWith({ 'code/main.ts': 'needle\n', 'notes/todo.md': 'needle\n' });
    return { roots: { code: { path: join(outer, 'code'), readOnly: true }, notes: join(outer, 'notes') } };
  };

  it('are the first name of a path', async () => {
    const run = fileRun(settings());
    expect(await ask(run, 'file_list', {})).toBe('success: code/\n main.ts 7\nnotes/\n todo.md 7');
    expect(await ask(run, 'file_read', { paths: ['code/main.ts'] })).toBe('success: code/main.ts, 1 line:\nneedle\n');
    expect(await ask(run, 'file_list', { path: 'notes' })).toBe('success: notes/\n todo.md 7');
    const { matches } = await valueOf<Found>(run, 'file_search', { query: 'needle' });
    expect(matches.map(({ path }) => path)).toEqual(['code/main.ts', 'notes/todo.md']);
    expect(await ask(run, 'file_list', { path: '*/*.md' })).toBe('success: notes/\n todo.md 7');
    expect(await ask(run, 'file_search', { query: 'needle', path: '*.ts' })).toContain('code/main.ts');
  });

  it('are named if a path begins with another name', async () => {
    const text = await ask(fileRun(settings()), 'file_read', { paths: ['main.ts'] });
    expect(text).toContain('There is no main.ts. Paths begin with one of: code, notes.');
  });

  it('lead nowhere else', async () => {
    const run = fileRun(settings());
    for (const path of ['../x', 'code/../../x', '..']) {
      expect(await ask(run, 'file_read', { paths: [path] })).toContain(`The path leaves the workspace: ${path}`);
    }
  });

  it('may be read-only one by one', async () => {
    const run = fileRun(settings());
    expect(await ask(run, 'file_write', { path: 'code/x', content: '' })).toBe('failed: code/x is read-only.');
    expect(await ask(run, 'file_move', { from: 'notes/todo.md', to: 'code/x' })).toContain('code/x is read-only.');
    expect(await ask(run, 'file_delete', { path: 'notes' })).toContain('The workspace itself cannot be changed.');
    expect(await ask(run, 'file_write', { path: 'notes/x', content: '' })).toContain('success');
  });
});

describe('denied paths', () => {
  it('are not read, changed, listed, searched or offered', async () => {
    const root = folderWith({ '.env': 'needle', 'keys/a.pem': 'needle', 'a.txt': 'a' });
    const run = fileRun({ root, deny: ['.env', '*.pem'] });
    for (const path of ['.env', '.ENV', 'keys/a.pem', 'keys/A.PEM', '.env/x']) {
      expect(await ask(run, 'file_read', { paths: [path] })).toBe(`failed: Access to ${path} is not allowed.`);
      expect(await ask(run, 'file_list', { path })).toContain('not allowed');
      expect(await ask(run, 'file_write', { path, content: 'x' })).toContain('not allowed');
    }
    expect(await ask(run, 'file_read', { paths: ['.enw'] })).toContain('There is no .enw. Call');
    expect(await ask(run, 'file_list', {})).not.toMatch(/env|pem/);
    expect(await ask(run, 'file_search', { query: 'needle' })).toBe('success: No line has this text.');
    expect(await ask(run, 'file_delete', { path: 'keys', recursive: true })).toContain('keys has protected files');
    expect(await ask(run, 'file_move', { from: 'keys', to: 'open' })).toContain('keys has protected files');
  });
});
