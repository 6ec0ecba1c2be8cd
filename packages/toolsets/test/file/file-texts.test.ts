import { describe, expect, it } from '@jest/globals';
import { explainError } from '../../src/file/beneath/explain-error.js';
import { FILE_FORMS } from '../../src/file/file-forms.js';
import { FileOptions, type FileSettings } from '../../src/file/index.js';
import { describeChange } from '../../src/file/text/describe-change.js';
import { editsText } from '../../src/file/text/edits-text.js';
import { entriesText } from '../../src/file/text/entries-text.js';
import { placesInFile, placesOfEdits, type NamedEdit } from '../../src/file/text/find-places.js';
import { matchesText } from '../../src/file/text/matches-text.js';
import { nearestLines } from '../../src/file/text/nearest-lines.js';
import { shownLines } from '../../src/file/text/shown-lines.js';
import { cutAt, linesOf, lineStarts, textOfLines } from '../../src/file/text/text-lines.js';
import { textMatcher, type TextQuery } from '../../src/file/text/text-matcher.js';
import { replaceIn, unifiedDiff } from '../../src/file/text/unified-diff.js';

describe('arguments in the form of other tools', () => {
  it.each([
    [{ path: 'a', offset: 5, limit: 10 }, undefined],
    [{ paths: 'a', offset: 5, limit: 10 }, 'a:5-14'],
    [{ paths: ['a'], offset: 5 }, 'a:5-'],
    [{ paths: 'a', limit: 10 }, 'a:1-10'],
    [{ paths: 'a', offset: 0, limit: 10 }, 'a:1-10'],
    [{ paths: 'a', offset: -5 }, 'a:-5'],
    [{ paths: 'a', offset: -5, limit: 2 }, undefined],
    [{ paths: 'a', start_line: 3, end_line: 4 }, 'a:3-4'],
    [{ paths: 'a', end_line: 4 }, 'a:1-4'],
    [{ paths: 'a', view_range: [3, 4] }, 'a:3-4'],
    [{ paths: 'a', view_range: [3, -1] }, 'a:3-'],
    [{ paths: 'a', view_range: [3] }, undefined],
    [{ paths: 'a', tail: 3 }, 'a:-3'],
    [{ paths: 'a', head: 3 }, 'a:1-3'],
    [{ paths: 'a', offset: 1.5 }, undefined],
    [{ paths: 'a', offset: '5' }, undefined],
    [{ paths: ['a', 'b'], offset: 5 }, undefined],
    [{ paths: 'a' }, undefined],
    [{ offset: 5 }, undefined],
  ])('file_read reads %j as %j [TOOL-1]', (given, path) => {
    expect(FILE_FORMS.file_read(given)).toEqual(path && { paths: [path] });
  });

  it('file_read reads lines under all names of other tools [TOOL-1]', () => {
    const read = (lines: object) => FILE_FORMS.file_read({ paths: 'a', ...lines });
    for (const first of ['offset', 'start', 'start_line', 'first_line', 'line_start']) {
      for (const last of ['end', 'end_line', 'last_line', 'line_end'])
        expect(read({ [first]: 3, [last]: 4 })).toEqual({ paths: ['a:3-4'] });
      for (const count of ['limit', 'count', 'max_lines', 'num_lines'])
        expect(read({ [first]: 3, [count]: 2 })).toEqual({ paths: ['a:3-4'] });
    }
    for (const range of ['view_range', 'range', 'lines'])
      expect(read({ [range]: [3, 4] })).toEqual({ paths: ['a:3-4'] });
  });

  it('file_edit reads texts under all names of other tools [TOOL-1]', () => {
    for (const old of ['old', 'old_string', 'old_str', 'old_text', 'search', 'find'])
      for (const added of ['new', 'new_string', 'new_str', 'new_text', 'replace', 'replacement'])
        expect(FILE_FORMS.file_edit({ path: 'p', [old]: 'a', [added]: 'b' })).toEqual({
          path: 'p',
          edits: [{ old: 'a', new: 'b' }],
        });
  });

  it.each([
    [
      { path: 'p', old_string: 'a', new_string: 'b' },
      { path: 'p', edits: [{ old: 'a', new: 'b' }] },
    ],
    [
      { path: 'p', search: 'a', replace: 'b', replace_all: true },
      { path: 'p', edits: [{ old: 'a', new: 'b', all: true }] },
    ],
    [
      { path: 'p', old_str: 'a' },
      { path: 'p', edits: [{ old: 'a' }] },
    ],
    [
      { path: 'p', old: 'a', new: 'b', all: true },
      { path: 'p', edits: [{ old: 'a', new: 'b', all: true }] },
    ],
    [{ path: 'p', find: 'a', edits: [] }, undefined],
    [{ path: 'p', new_string: 'b' }, undefined],
  ])('file_edit reads %j as %j [TOOL-1]', (given, expected) => {
    expect(FILE_FORMS.file_edit(given)).toEqual(expected);
  });

  it.each([
    [{ path: 'a', pattern: '*.ts' }, { path: 'a/*.ts' }],
    [{ path: 'a/', pattern: './*.ts' }, { path: 'a/*.ts' }],
    [{ pattern: '*.ts' }, { path: '*.ts' }],
    [{ path: '/', pattern: '*.ts' }, { path: '*.ts' }],
    [{ path: '.', glob: '**/*.ts' }, { path: '**/*.ts' }],
    [{ path: 'a', recursive: true }, { path: 'a/**' }],
    [{ recursive: true }, { path: '**' }],
    [{ path: 'a', recursive: false }, { path: 'a' }],
    [{ path: 'a/*', recursive: true }, { path: 'a/*' }],
    [{ path: 'a', pattern: '/x*' }, undefined],
    [{ path: 'a', pattern: 'b' }, undefined],
    [{ path: '*', pattern: '*' }, undefined],
    [{ path: 'a', pattern: 1 }, undefined],
    [{ path: 'a' }, undefined],
  ])('file_list reads %j as %j [TOOL-1]', (given, expected) => {
    expect(FILE_FORMS.file_list(given)).toEqual(expected);
  });

  it.each([
    [{ pattern: 'a' }, { query: 'a' }],
    [{ pattern: 'a.b' }, { query: 'a.b', regex: true }],
    [
      { query: 'a', glob: '*.ts' },
      { query: 'a', path: '**/*.ts' },
    ],
    [
      { query: 'a', path: 'b', glob: '*.ts' },
      { query: 'a', path: 'b/**/*.ts' },
    ],
    [
      { query: 'a', path: 'b', glob: 'c/*.ts' },
      { query: 'a', path: 'b/c/*.ts' },
    ],
    [{ query: 'a', path: 'b', glob: 'c' }, undefined],
    [{ query: 'a', output_mode: 'content' }, { query: 'a' }],
    [
      { query: 'a', output_mode: 'count' },
      { query: 'a', counts: true },
    ],
    [
      { query: 'a', '-A': 1, '-B': 3 },
      { query: 'a', context: 3 },
    ],
    [
      { query: 'a', '-A': 2 },
      { query: 'a', context: 2 },
    ],
    [
      { query: 'a', case_sensitive: false },
      { query: 'a', ignoreCase: true },
    ],
    [{ query: 'a', case_sensitive: true }, { query: 'a' }],
    [{ query: 'a', '-n': true }, { query: 'a' }],
    [{ query: 'a', '-n': false }, undefined],
    [{ query: 'a' }, undefined],
  ])('file_search reads %j as %j [TOOL-1]', (given, expected) => {
    expect(FILE_FORMS.file_search(given)).toEqual(expected);
  });
});

describe('the settings of the file toolset', () => {
  it.each<[FileSettings, string, string]>([
    ...['maxFileBytes', 'maxCharacters', 'maxBytesPerRun'].map((name): [FileSettings, string, string] => [
      { [name]: 0 },
      `${name} of the file toolset is 0.`,
      'Give a whole number of at least 1.',
    ]),
    ...['ignore', 'deny', 'protect'].map((name): [FileSettings, string, string] => [
      { [name]: 'a' },
      `${name} is not a list of patterns.`,
      `Write ${name}: ['*.pem'].`,
    ]),
    [{ deny: [1 as never] }, 'deny is not a list of patterns.', "Write deny: ['*.pem']."],
    ...[
      [' !a', 'allows instead'],
      ['# a', 'takes nothing'],
      ['a/../b', 'leaves the root'],
      ['/tmp', 'has the path of the root: patterns begin at the root'],
      ['/tmp/a', 'has the path of the root: patterns begin at the root'],
    ].map(([pattern = '', problem]): [FileSettings, string, string] => [
      { protect: [pattern] },
      `protect has the pattern '${pattern}', which ${problem ?? ''}.`,
      'Correct it, or leave it out.',
    ]),
  ])('are refused if they are %j [TOOL-1]', (settings, message, hint) => {
    expect(() => new FileOptions({ root: '/tmp', ...settings })).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message, hint }),
    );
  });

  it('have the documented defaults, and are kept [TOOL-1]', () => {
    const options = new FileOptions({ root: '/tmp' });
    expect({ ...options, roots: undefined }).toEqual({
      roots: undefined,
      maxFileBytes: 10_000_000,
      maxCharacters: 99_000,
      maxBytesPerRun: 100_000_000,
      ignore: ['.git/', 'node_modules/'],
      gitignore: true,
      deny: [],
      protect: ['.git'],
      fsync: true,
      ripgrep: true,
    });
    expect(options.readOnly).toBe(false);
    const given = { gitignore: false, fsync: false, ripgrep: false, maxFileBytes: 1, deny: ['/tmpx', 'a..b'] };
    expect(new FileOptions({ root: '/tmp', readOnly: true, ...given })).toMatchObject({ ...given, readOnly: true });
    const roots = { a: { path: '/tmp', readOnly: true }, b: '/tmp' };
    expect(new FileOptions({ roots }).readOnly).toBe(false);
  });
});

describe('texts of files for the model', () => {
  it.each([
    [['EACCES', 'EPERM'], 'Permission to use a was denied.'],
    [['EROFS'], 'a is on a disk that cannot be changed.'],
    [['ENOSPC', 'EDQUOT'], 'There is no space left on the disk.'],
    [['ENAMETOOLONG'], 'A name in a is too long.'],
    [['EBUSY', 'ETXTBSY'], 'a is in use by another program.'],
    [
      ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENOTEMPTY', 'EEXIST', 'ESTALE'],
      'a changed during the call. Look at it again before the next call.',
    ],
    [['EIO', undefined], 'as the system says it'],
  ])('explain the errors %j of the system [TOOL-1]', (codes, message) => {
    for (const code of codes)
      expect(explainError(Object.assign(new Error('as the system says it'), { code }), 'a')).toMatchObject({ message });
  });

  it('count the replacements of 100 files, and cut longer words [TOOL-3]', () => {
    const files = Array.from({ length: 101 }, (_, at) => ({ path: `f${String(at)}`, replacements: 1, diff: '' }));
    const edits = [{ old: 'load', new: 'get', word: true }];
    const texts = [{ path: 'f0', text: `get ${'x'.repeat(40)}load${'y'.repeat(40)}` }];
    expect(editsText({ files, replacements: 101 }, { edits, texts }).split('\n').slice(-3)).toEqual([
      'f99: 1',
      'and 1 more files',
      `Longer words, not replaced: ${'x'.repeat(30)}load${'y'.repeat(30)} (1).`,
    ]);
  });

  it('tell what was written, moved and deleted in one line [TOOL-1]', () => {
    const written = (created: boolean, mode: 'append' | 'overwrite') =>
      describeChange.written({ path: 'a\nb', bytes: 3, created }, mode);
    expect(written(true, 'append')).toMatch(/^a.*b created, 3 bytes\.$/);
    expect(written(false, 'append')).toMatch(/^a.*b appended to, 3 bytes\.$/);
    expect(written(false, 'overwrite')).toMatch(/^a.*b replaced, 3 bytes\.$/);
    expect(describeChange.moved({ from: 'a', to: 'b', replaced: false })).toBe('a moved to b.');
    expect(describeChange.moved({ from: 'a', to: 'b', replaced: true })).toBe('a moved to b, which was replaced.');
    expect([0, 1, 2].map((deleted) => describeChange.deleted({ path: 'a', deleted }))).toEqual([
      'a was deleted by an earlier call.',
      'a deleted.',
      'a deleted, 2 entries in all.',
    ]);
  });

  it('list folders with their entries [TOOL-1]', () => {
    const entries = [
      { path: 'a', type: 'directory' as const, size: 0 },
      { path: 'a/b.txt', type: 'file' as const, size: 3, modified: new Date(0) },
      { path: 'a/c', type: 'directory' as const, size: 0 },
      { path: 'd.txt', type: 'file' as const, size: 4 },
      { path: 'e', type: 'link' as never, size: 4 },
    ];
    const text = (characters: number, truncated = false) =>
      entriesText({ entries, truncated }, { path: '.' }, characters);
    expect(text(1_000).split('\n').sort()).toEqual(
      [' b.txt 3 1970-01-01T00:00:00Z', ' c/', 'a/', 'd.txt 4', 'e (link)'].sort(),
    );
    expect(text(1_000, true)).toMatch(
      /\n\(Not all levels\. For more, list a folder or a pattern such as docs\/\*\*\.\)$/,
    );
    expect(text(8)).toMatch(/^d\.txt 4\n\(\d more\. Use a narrower pattern\.\)$/);
    const none = (path: string) => entriesText({ entries: [], truncated: false }, { path }, 100);
    expect([none('a'), none('*.ts')]).toEqual(['a has no entries.', 'Nothing matches *.ts.']);
  });

  it('show matches with their lines, each line once [TOOL-1]', () => {
    const query = { query: 'a', path: '.', regex: false, ignoreCase: false, context: 1, counts: false };
    const matches = [
      { path: 'x', line: 2, text: 'm', before: ['l1'], after: ['l3'] },
      { path: 'x', line: 4, text: 'n\no', before: ['l3'], after: ['l6'] },
      { path: 'y', line: 1, text: 'p' },
    ];
    const view = { query, at: [0, 0, 0], characters: 1_000 };
    expect(matchesText({ matches }, view)).toBe('x\n1- l1\n2: m\n3- l3\n4: n\n5: o\n6- l6\n\ny\n1: p');
    expect(matchesText({ matches, skipped: ['b'] }, view)).toContain(
      '\n\n(Not searched, because larger than 500 kB: b.)',
    );
    expect(matchesText({ matches }, { ...view, characters: 30 })).toContain(
      'more matches. Use counts, a narrower path or another query.)',
    );
    const counts = [
      { path: 'x', count: 2 },
      { path: 'y', count: 1 },
    ];
    expect(matchesText({ matches: [], counts }, view)).toBe('x: 2\ny: 1');
    expect(matchesText({ matches: [], counts }, { ...view, characters: 6 })).toBe(
      'x: 2\n\n(1 more files. Use a narrower path.)',
    );
    const many = Array.from({ length: 501 }, (_, at) => ({ path: `f${String(at)}`, count: 1 }));
    expect(matchesText({ matches: [], counts: many }, { ...view, characters: 99_000 })).toMatch(
      /\nf499: 1\n\n\(1 more files\. Use a narrower path\.\)$/,
    );
    const none = (more: object, skipped: string[] = []) =>
      matchesText({ matches: [], skipped }, { ...view, query: { ...query, ...more } });
    expect(none({ regex: true })).toBe('No line matches.');
    expect(none({})).toBe('No line has this text.');
    expect(none({ query: 'a|b' })).toBe('No line has this text. For an expression, set regex.');
    const eleven = Array.from({ length: 11 }, (_, at) => `f${String(at)}`);
    expect(none({}, eleven)).toBe(
      `No line has this text. Not searched, because larger than 500 kB: ${eleven.slice(0, 10).join(', ')} and 1 more.`,
    );
    expect(none({ regex: true }, ['b'])).toBe(
      'No line matches. Not searched, because larger than 500 kB or with too long lines: b.',
    );
    const long = { path: 'x', line: 1, text: `${'a'.repeat(500)}needle${'b'.repeat(500)}` };
    expect(matchesText({ matches: [long] }, { ...view, at: [500] })).toBe(
      `x\n1: ...${'a'.repeat(100)}needle${'b'.repeat(294)}...`,
    );
    const atEnd = { ...long, text: `${'a'.repeat(500)}needle` };
    expect(matchesText({ matches: [atEnd] }, { ...view, at: [500] })).toBe(`x\n1: ...${'a'.repeat(394)}needle`);
    expect(matchesText({ matches: [{ ...long, text: 'a'.repeat(400) }] }, view)).toBe(`x\n1: ${'a'.repeat(400)}`);
  });

  it('show the lines that fit, with their numbers [TOOL-1]', () => {
    const show = (content: string, lines: number, characters: number, lineNumbers = false) =>
      shownLines(content, { most: { lines, characters }, first: 5, lineNumbers });
    expect(show('a\r\nb\nc', 9, 99, true)).toEqual({ text: '5: a\n6: b\n7: c', lines: 3, cutLine: undefined });
    expect(show('a\nb\nc', 2, 99)).toEqual({ text: 'a\nb\n', lines: 2, cutLine: undefined });
    expect(show('aa\nbb\n', 9, 5)).toEqual({ text: 'aa\n', lines: 1, cutLine: undefined });
    expect(show('aa\nbb\n', 9, 6)).toMatchObject({ lines: 2 });
    expect(show('abcdef\nb', 9, 5, true)).toEqual({ text: '5: ab', lines: 1, cutLine: { shown: 2, characters: 6 } });
  });

  it('split and cut texts at lines and characters [TOOL-1]', () => {
    expect(linesOf('a\r\nb\n\nc\n')).toEqual(['a', 'b', '', 'c']);
    expect([lineStarts(''), lineStarts('a\nb\n'), lineStarts('\n\na')]).toEqual([[], [0, 2], [0, 1, 2]]);
    const starts = lineStarts('a\nb\nc');
    expect([0, 1, 2, 3].map((count) => textOfLines('a\nb\nc', starts, 1, count))).toEqual(['', 'b\n', 'b\nc', 'b\nc']);
    expect([
      cutAt('a😀', 3),
      cutAt('a😀', 2),
      cutAt('a😀b', 3),
      cutAt('abc', 2),
      cutAt('ab', 9),
      cutAt('a\u{10ffff}', 2),
    ]).toEqual([...['a😀', 'a', 'a😀', 'ab', 'ab', 'a']]);
  });

  it('quote the lines that were probably meant [TOOL-1]', () => {
    const text = 'first\n  const a = 1;\n  return a;\nlast';
    expect(nearestLines(text, 'const a=1;\nreturn a;')).toEqual({
      line: 2,
      text: '  const a = 1;\n  return a;',
      isSpacing: true,
    });
    expect(nearestLines(text, 'const b = 1;\nreturn a;')).toEqual({
      line: 2,
      text: '  const a = 1;\n  return a;',
      isSpacing: false,
    });
    expect(nearestLines(text, 'first')).toMatchObject({ line: 1 });
    expect(nearestLines(text, 'something else entirely')).toBeUndefined();
    expect(nearestLines('x'.repeat(1_001), ` ${'x'.repeat(1_001)}`)).toBeUndefined();
    expect(nearestLines('x'.repeat(1_000), ` ${'x'.repeat(1_000)}`)).toMatchObject({ line: 1 });
    expect(nearestLines('a\n\nb', '\n')).toBeUndefined();
  });
});

describe('the places of edits', () => {
  const edit = (old: string, added: string, more: Partial<NamedEdit> = {}): NamedEdit => ({
    name: 'old',
    old,
    new: added,
    ...more,
  });
  const edited = (text: string, ...edits: NamedEdit[]) => {
    try {
      return replaceIn(text, placesOfEdits(text, edits, 'f'));
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each<[string, NamedEdit[], string]>([
    ['a b', [edit('b', 'c')], 'a c'],
    ['a a', [edit('a', 'b', { all: true })], 'b b'],
    ['ab a', [edit('a', 'b', { word: true })], 'ab b'],
    ['ba a', [edit('a', 'b', { word: true })], 'ba b'],
    ['A.a', [edit('a.A', 'x', { ignoreCase: true })], 'x'],
    ['a\r\nb', [edit('a\nb', 'c\nd')], 'c\r\nd'],
    ['a\r\nb', [edit('b', 'c\nd')], 'a\r\nc\r\nd'],
    ['a\r\nb\nc', [edit('c', 'c\nd')], 'a\r\nb\nc\nd'],
    ['aaa', [edit('aa', 'b', { all: true })], 'ba'],
    ['b a', [edit('a', '1'), edit('b', '2')], '2 1'],
    ['ab', [edit('a', '1'), edit('b', '2')], '12'],
    ['a b a', [edit('a b', '1'), edit('a', '2')], '1 2'],
    ['ab', [edit('ab', '1'), edit('b', '2')], 'Two edits change the same place in f. Send one edit for both.'],
    [
      'a\na',
      [edit('a', 'b')],
      'old appears 2 times in f, on lines 1, 2; add surrounding lines to make it unique, or set all.',
    ],
    ['ab', [edit('a', 'b', { word: true })], 'old is only a part of longer words in f.'],
    ['abc', [edit('zzzz', 'b')], 'old was not found in f.'],
    [
      'x\n  a = 1',
      [edit('a=1', 'b')],
      'old was not found in f. The same text with other white space is on line 2; send it exactly as it is:\n  a = 1',
    ],
    [
      'constant',
      [edit('constand', 'b')],
      'old was not found in f. The nearest text is on line 1; send it exactly as it is:\nconstant',
    ],
  ])('in %j of %j make %j [TOOL-1]', (text, edits, expected) => {
    expect(edited(text, ...edits)).toBe(expected);
  });

  it('can be missing in one of several files [TOOL-1]', () => {
    const places = placesInFile('b a b', [edit('a', '1'), edit('x', '2'), edit('b', '3')], 'f');
    expect(places.map(({ start, end, text, edit: index }) => [start, end, text, index])).toEqual([
      [0, 1, '3', 2],
      [2, 3, '1', 0],
      [4, 5, '3', 2],
    ]);
  });

  it('are shown as a unified diff [TOOL-1]', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `l${String(at + 1)}\n`).join('');
    expect(unifiedDiff('f', lines, placesOfEdits(lines, [edit('l6\n', 'x\ny\n')], 'f'))).toBe(
      '--- a/f\n+++ b/f\n@@ -3,7 +3,8 @@\n l3\n l4\n l5\n-l6\n+x\n+y\n l7\n l8\n l9\n',
    );
  });
});

describe('a query', () => {
  const spans = (text: string, query: string, more: Partial<TextQuery> = {}) =>
    [...textMatcher({ query, regex: false, ignoreCase: false, ...more }).spansIn(text)].map(({ first, count, at }) => [
      first,
      count,
      at,
    ]);

  it.each<[string, string, Partial<TextQuery>, number[][]]>([
    [
      'a\n b\nb b',
      'b',
      {},
      [
        [1, 1, 1],
        [2, 1, 0],
      ],
    ],
    ['one\n  two', 'one two', {}, [[0, 2, 0]]],
    ['one  \r\n\ttwo', 'one two', {}, [[0, 2, 0]]],
    ['one\n\ntwo', 'one two', {}, []],
    ['A', 'a', {}, []],
    ['xA', 'a', { ignoreCase: true }, [[0, 1, 1]]],
    ['ab b', 'b', { word: true }, [[0, 1, 3]]],
    ['ba b', 'b', { word: true }, [[0, 1, 3]]],
    ['a.b', 'a.b', {}, [[0, 1, 0]]],
    ['axb', 'a.b', {}, []],
    ['axb', 'a.b', { regex: true }, [[0, 1, 0]]],
    ['x\nAXB', 'a.b', { regex: true, ignoreCase: true }, [[1, 1, 0]]],
    ['x\nab', '^a', { regex: true }, [[1, 1, 0]]],
    ['a\nb', String.raw`a\sb`, { regex: true }, [[0, 2, 0]]],
    [
      'a\nb\na\nb',
      String.raw`a\nb`,
      { regex: true },
      [
        [0, 2, 0],
        [2, 2, 0],
      ],
    ],
    ['a\nb', 'c', { regex: true }, []],
  ])('finds in %j the text %j %j: %j [TOOL-1]', (text, query, more, expected) => {
    expect(spans(text, query, more)).toEqual(expected);
  });

  it('is refused if it is empty, too long or not an expression [TOOL-1]', () => {
    expect(() => spans('', '')).toThrow('The query is empty.');
    expect(() => spans('', 'a'.repeat(1_001))).toThrow('The query is longer than 1000 characters.');
    expect(spans('', 'a'.repeat(1_000))).toEqual([]);
    expect(() => spans('', '(', { regex: true })).toThrow(
      /^As an expression, the query .+\. Set regex to false to find it as text\.$/,
    );
    expect(() => spans('', '[b-a]', { regex: true })).toThrow('the query is not a regular expression. Set regex');
  });

  it('tells from its bytes whether a file may have it [TOOL-1]', () => {
    const may = (bytes: Buffer | string, query = 'ab', more: Partial<TextQuery> = {}) =>
      textMatcher({ query, regex: false, ignoreCase: false, ...more }).mayMatch(Buffer.from(bytes as string));
    expect([may('xaby'), may('xy'), may(Buffer.from([0xff, 0xfe])), may(Buffer.from([0xfe, 0xff]))]).toEqual([
      ...[true, false, true, true],
    ]);
    expect([may('xy', 'é'), may('', 'é'), may('a\0', 'é'), may('é\0', 'é')]).toEqual([true, false, false, true]);
    const late = Buffer.concat([Buffer.alloc(8_000, 'a'), Buffer.from([0])]);
    for (const more of [{ ignoreCase: true }, { regex: true }])
      expect([may('x', 'a', more), may('', 'a', more), may(late, 'a', more), may(late.subarray(1), 'a', more)]).toEqual(
        [...[true, false, true, false]],
      );
    expect(textMatcher({ query: 'a bcd ef', regex: false, ignoreCase: false }).piece).toBe('bcd');
  });
});
