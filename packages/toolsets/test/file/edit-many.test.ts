import { chmodSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, fileRun, folderWith, removeFolders, valueOf } from './support/file-run.js';

afterAll(removeFolders);

const FILES = {
  'src/a.ts': 'import { load } from "./b";\nload(1);\nreload();\n',
  'src/b.ts': 'export function load() {}\n',
  'src/c/d.ts': 'const x = 1;\r\nload(x);\r\n',
  'src/logo.png': 'load\0',
  'notes.md': 'The load\n',
};
const textsOf = (root: string) => Object.keys(FILES).map((path) => readFileSync(join(root, path), 'utf8'));

describe('file_edit of a pattern', () => {
  it('replaces all places in all files, and tells the count of each [TOOL-3]', async () => {
    const root = folderWith(FILES);
    const edits = [
      { old: 'load', new: 'fetchAll', word: true },
      { old: 'const x = 1;\nfetch', new: 'x' },
    ];
    const run = fileRun({ root });
    expect(await ask(run, 'file_edit', { path: 'src/**', edits: edits.slice(0, 1) })).toBe(
      'success: 4 replacements in 3 files:\nsrc/a.ts: 2\nsrc/b.ts: 1\nsrc/c/d.ts: 1\n' +
        'Longer words, not replaced: reload (1).',
    );
    expect(textsOf(root)).toEqual([
      'import { fetchAll } from "./b";\nfetchAll(1);\nreload();\n',
      'export function fetchAll() {}\n',
      'const x = 1;\r\nfetchAll(x);\r\n',
      'load\0',
      'The load\n',
    ]);
    const value = await valueOf(run, 'file_edit', { path: '*.{ts,md}', edits: edits.slice(1) });
    expect(value).toMatchObject({ replacements: 1, files: [{ path: 'src/c/d.ts', replacements: 1 }] });
  });

  it('tells the longer words that it left, with counts, and not those of the new text [TOOL-3]', async () => {
    const root = folderWith({ 'a.ts': 'load loads loads preload load2 $load' });
    const edits = [{ old: 'load', new: 'load2', all: true, word: true }];
    expect(await ask(fileRun({ root }), 'file_edit', { path: 'a.ts', edits })).toBe(
      'success: a.ts: 1 replacement, on line 1.\nLonger words, not replaced: loads (2), preload (1), $load (1).',
    );
  });

  it('tells similar texts that it left: other case, other lines [TOOL-3]', async () => {
    const root = folderWith({ 'a.md': 'Old Name\nOLD NAME, Old\nName\n' });
    const edits = [{ old: 'Old Name', new: 'Newer' }];
    expect(await ask(fileRun({ root }), 'file_edit', { path: '*.md', edits })).toBe(
      'success: 1 replacement in 1 file:\na.md: 1\nSimilar, not replaced:\n a.md:2: OLD NAME, Old / Name',
    );
  });

  it('tells a similar place once, whichever edits it resembles [TOOL-3]', async () => {
    const root = folderWith({ 'a.md': 'Old Name OLD NAME\nOld\nName\n' });
    const edits = ['Old Name', 'OLD NAME'].map((old) => ({ old, new: 'Newer' }));
    expect(await ask(fileRun({ root }), 'file_edit', { path: '*.md', edits })).toBe(
      'success: 2 replacements in 1 file:\na.md: 2\nSimilar, not replaced:\n a.md:2: Old / Name',
    );
  });

  it('replaces texts in any case on request, and no text that is longer in another case [TOOL-3]', async () => {
    const root = folderWith({ 'a.md': 'Old.Name OLD.NAME oldXname \u0130 old.name\n' });
    const edits = [{ old: 'old.name', new: 'New', ignoreCase: true }];
    expect(await ask(fileRun({ root }), 'file_edit', { path: '*.md', edits })).toBe(
      'success: 3 replacements in 1 file:\na.md: 3',
    );
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('New New oldXname \u0130 New\n');
  });

  it('tells similar texts if a text is in no file [TOOL-3]', async () => {
    const root = folderWith({ 'a.md': 'OLD NAME\n' });
    const edits = [{ old: 'Old Name', new: 'Newer' }];
    expect(await ask(fileRun({ root }), 'file_edit', { path: '*.md', edits })).toContain(
      'retry: old is not in a.md, so nothing was changed.\nSimilar:\n a.md:1: OLD NAME\n',
    );
  });

  it('leaves a place to the first edit that has it [TOOL-3]', async () => {
    const root = folderWith({ 'a.txt': 'names of a name\n' });
    const edits = [
      { old: 'names', new: 'titles' },
      { old: 'name', new: 'label' },
    ];
    const run = fileRun({ root });
    await valueOf(run, 'file_edit', { path: 'a.txt', edits });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('titles of a label\n');
  });

  it.each([
    [
      {
        path: 'src/**',
        edits: [
          { old: 'load', new: 'x' },
          { old: 'zzz', new: 'y' },
        ],
      },
      'edits[1].old is in none of the',
    ],
    [
      { path: 'src/*.js', edits: [{ old: 'load', new: 'x' }] },
      'No file matches src/*.js. Call file_list to see what exists.',
    ],
    [{ path: 'src/**', edits: [] }, 'edits is empty.'],
    [{ path: 'src/**', edits: [{ old: 'load', new: 'x'.repeat(200) }] }, 'would have'],
  ])('changes nothing for %j [TOOL-3]', async (args, text) => {
    const root = folderWith(FILES);
    expect(await ask(fileRun({ root, maxFileBytes: 300 }), 'file_edit', args)).toContain(text);
    expect(textsOf(root)).toEqual(Object.values(FILES));
  });

  it('changes nothing if one file cannot be written [TOOL-3]', async () => {
    const root = folderWith(FILES);
    const edits = [{ old: 'load', new: 'x' }];
    chmodSync(join(root, 'src/c/d.ts'), 0o444);
    expect(await ask(fileRun({ root }), 'file_edit', { path: 'src/**', edits })).toContain('src/c/d.ts is read-only.');
    chmodSync(join(root, 'src/c/d.ts'), 0o644);
    const guarded = fileRun({ root, protect: ['src/b.ts'] });
    expect(await ask(guarded, 'file_edit', { path: 'src/**', edits })).toContain('src/b.ts is protected');
    const poor = fileRun({ root, maxBytesPerRun: 50 });
    expect(await ask(poor, 'file_edit', { path: 'src/**', edits })).toContain('A run may write 50 bytes.');
    expect(textsOf(root)).toEqual(Object.values(FILES));
    expect(readdirSync(join(root, 'src')).sort()).toEqual(['a.ts', 'b.ts', 'c', 'logo.png']);
  });
});
