import { chmodSync, existsSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeText } from '../../src/file/text/encoding.js';
import { ask, fileRun, folderWith, removeFolders, sliceOf, valueOf } from './support/file-run.js';

afterAll(removeFolders);

describe('file_read', () => {
  it('returns all lines of a short file [TOOL-1]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'one\ntwo\n' }) });
    expect(await ask(run, 'file_read', { paths: ['./a.txt'] })).toBe('success: a.txt, 2 lines:\none\ntwo\n');
    expect(await sliceOf(run, './a.txt')).toEqual({
      path: 'a.txt',
      content: 'one\ntwo\n',
      firstLine: 1,
      lines: 2,
      totalLines: 2,
      truncated: false,
    });
  });

  it.each([
    ['a.txt:2-3', { content: '2\n3\n', firstLine: 2, lines: 2, truncated: true }],
    ['a.txt:4-', { content: '4\n5\n', firstLine: 4, lines: 2, truncated: false }],
    ['a.txt:-2', { content: '4\n5\n', firstLine: 4, lines: 2, truncated: false }],
    ['a.txt:-9', { content: '1\n2\n3\n4\n5\n', firstLine: 1, lines: 5, truncated: false }],
    ['a.txt#L2-L3', { content: '2\n3\n', firstLine: 2, lines: 2, truncated: true }],
    ['a.txt:3', { content: '3\n', firstLine: 3, lines: 1, truncated: true }],
    ['a.txt:4-99', { content: '4\n5\n', firstLine: 4, lines: 2, truncated: false }],
    ['a.txt:1-1', { content: '1\n', firstLine: 1, lines: 1, truncated: true }],
    ['a.txt:0-1', { content: '1\n', firstLine: 1, lines: 1, truncated: true }],
  ])('reads the lines of %s [TOOL-1]', async (path, expected) => {
    const run = fileRun({ root: folderWith({ 'a.txt': '1\n2\n3\n4\n5\n' }) });
    expect(await sliceOf(run, path)).toMatchObject({ ...expected, totalLines: 5 });
  });

  it('says how many lines there are if the first one is behind the end [TOOL-1]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': '1\n2', 'b.txt': '1', 'empty.txt': '' }) });
    expect(await ask(run, 'file_read', { paths: ['a.txt:3'] })).toContain('a.txt has only 2 lines.');
    expect(await ask(run, 'file_read', { paths: ['b.txt:2-'] })).toContain('b.txt has only 1 line.');
    expect(await sliceOf(run, 'empty.txt')).toMatchObject({ content: '', totalLines: 0 });
  });

  it.each([
    ['readme.txt', 'There is no readme.txt. Did you mean README.md? Call file_list to see what exists.'],
    ['src/mian.ts', 'There is no src/mian.ts. Did you mean src/main.ts? Call file_list to see what exists.'],
    ['scr/main.ts', 'There is no scr/main.ts. Did you mean src/main.ts? Call file_list to see what exists.'],
    ['zebra', 'There is no zebra. Call file_list to see what exists.'],
    ['src', 'src is a directory, not a file. Its files are src/**.'],
    ['README.md/x', 'README.md is a file, not a folder.'],
    ['x'.repeat(300), `A name in ${'x'.repeat(300)} is too long.`],
    ['.', '. is the workspace, not a file in it.'],
  ])('gives a hint for %s [TOOL-1]', async (path, text) => {
    const run = fileRun({ root: folderWith({ 'README.md': '#', 'src/main.ts': '1' }) });
    expect(await ask(run, 'file_read', { paths: [path] })).toBe(`retry: ${text}\n\nFix the errors and try again.`);
  });

  it('names only tools that the model has', async () => {
    const run = fileRun({ root: folderWith({ 'logo.png': '\x89PNG\0' }), media: false });
    expect(await ask(run, 'file_read', { paths: ['logo.png'] })).toBe('failed: logo.png is not a text file (6 bytes).');
  });

  it('sends the model to file_view for data, if it has that tool', async () => {
    const run = fileRun({ root: folderWith({ 'logo.png': Buffer.from('\x89PNG\0', 'latin1') }) });
    expect(await ask(run, 'file_read', { paths: ['logo.png'] })).toBe(
      'failed: logo.png is not a text file (5 bytes). Call file_view if you can see or hear it.',
    );
  });

  it.each([
    ['utf-8-bom', Buffer.from('\ufeffgrün\n', 'utf8')],
    ['utf-16le', Buffer.from('\ufeffgrün\n', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffgrün\n', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('grün\n', 'latin1')],
  ])('reads, edits and appends %s, and says so [TOOL-1, TOOL-3]', async (encoding, bytes) => {
    const root = folderWith({ 'a.txt': bytes });
    const run = fileRun({ root });
    expect(await sliceOf(run, 'a.txt')).toMatchObject({ content: 'grün\n', encoding });
    await valueOf(run, 'file_edit', { path: 'a.txt', edits: [{ old: 'ün', new: 'öße' }] });
    await valueOf(run, 'file_write', { path: 'a.txt', content: 'blau\n', mode: 'append' });
    expect(await sliceOf(run, 'a.txt')).toMatchObject({ content: 'größe\nblau\n', encoding });
  });

  it('keeps the characters that Windows-1252 has and ISO-8859-1 lacks [TOOL-1, TOOL-3]', async () => {
    const root = folderWith({ 'a.txt': Buffer.from('5 \x80\n', 'latin1') });
    const run = fileRun({ root });
    expect(await sliceOf(run, 'a.txt')).toMatchObject({ content: '5 €\n' });
    await valueOf(run, 'file_edit', { path: 'a.txt', edits: [{ old: '5 €', new: '6 €' }] });
    expect(readFileSync(join(root, 'a.txt'), 'latin1')).toBe('6 \x80\n');
  });

  it('rejects characters that the encoding of a file lacks [TOOL-3]', async () => {
    const root = folderWith({ 'a.txt': Buffer.from('grün', 'latin1') });
    const text = await ask(fileRun({ root }), 'file_edit', { path: 'a.txt', edits: [{ old: 'gr', new: '漢' }] });
    expect(text).toBe('failed: a.txt is encoded in windows-1252, which lacks a character of the new text.');
  });

  it.each([
    ['compressed data', Buffer.from([0x1f, 0x8b, 0x08, 0x02, 0x99, 0xff])],
    ['half of UTF-16', Buffer.from([0xff, 0xfe, 0x61])],
    ['UTF-8 that breaks off behind its mark', Buffer.from([0xef, 0xbb, 0xbf, 0xc3])],
  ])('does not take %s for text', async (_, bytes) => {
    const run = fileRun({ root: folderWith({ data: bytes }), media: false });
    expect(await ask(run, 'file_read', { paths: ['data'] })).toContain('data is not a text file');
  });

  it('shows a model the lines that fit, and where to continue, and gives a program all [TOOL-1]', async () => {
    const content = 'line "quoted"\n'.repeat(100);
    const run = fileRun({ root: folderWith({ 'a.txt': content }), maxCharacters: 200 });
    const [heading, ...shown] = (await ask(run, 'file_read', { paths: ['a.txt:1-50'] })).split('\n');
    expect(heading).toBe('success: a.txt, lines 1 to 14 of 100. Continue with a.txt:15-');
    expect(shown.filter((line) => line !== '')).toHaveLength(14);
    expect(await ask(run, 'file_read', { paths: ['a.txt:15-'] })).toContain('lines 15 to 28 of 100.');
    expect(await sliceOf(run, 'a.txt')).toMatchObject({ content, truncated: false });
    expect(await sliceOf(run, 'a.txt:1-99')).toMatchObject({
      content: content.slice(0, -14),
      truncated: true,
    });
  });

  it('tells that the last line has no end only if it shows that line [TOOL-1]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'one\ntwo' }), maxCharacters: 5 });
    expect(await ask(run, 'file_read', { paths: ['a.txt'] })).toBe(
      'success: a.txt, line 1 of 2. Continue with a.txt:2-\none\n',
    );
  });

  it.each([30_000, 300_000])('reads and edits a large file of %d lines [TOOL-1, TOOL-3]', async (lines) => {
    const content = Array.from({ length: lines }, (_, line) => `${line}\n`).join('');
    const run = fileRun({ root: folderWith({ 'a.txt': content }) });
    await valueOf(run, 'file_edit', { path: 'a.txt', edits: [{ old: `${lines - 1}`, new: 'end' }] });
    expect((await sliceOf(run, 'a.txt')).content === content.replace(`${lines - 1}`, 'end')).toBe(true);
  });

  it('shows a model 2,000 lines if it asks for no lines, and gives a program all [TOOL-1]', async () => {
    const content = Array.from({ length: 2_940 }, (_, index) => `${index}\n`).join('');
    const run = fileRun({ root: folderWith({ 'a.log': content }) });
    expect(await ask(run, 'file_read', { paths: ['a.log'] })).toContain(
      'lines 1 to 2000 of 2940. Continue with a.log:2001-',
    );
    expect(await ask(run, 'file_read', { paths: ['a.log:1-'] })).toContain('a.log, 2940 lines:');
    expect(await sliceOf(run, 'a.log')).toMatchObject({ content, lines: 2_940 });
  });

  it('shows the beginning of a line that is too long, cut at a character [TOOL-1]', async () => {
    const content = `${'😀'.repeat(1_000)}\nb`;
    const run = fileRun({ root: folderWith({ 'a.txt': content }), maxCharacters: 101 });
    expect(await ask(run, 'file_read', { paths: ['a.txt'] })).toBe(
      `success: a.txt, line 1 of 2, its first 100 of 2000 characters. Continue with a.txt:2-\n${'😀'.repeat(50)}`,
    );
    expect(await sliceOf(run, 'a.txt')).toMatchObject({ content, truncated: false });
  });

  it('shows the number of each line if the model asks for it [TOOL-1]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'one\r\ntwo\nthree' }) });
    expect(await ask(run, 'file_read', { paths: ['a.txt:2-'], lineNumbers: true })).toBe(
      'success: a.txt, lines 2 to 3 of 3, no line end at the end:\n2: two\n3: three',
    );
    expect(await sliceOf(run, 'a.txt')).toMatchObject({
      content: 'one\r\ntwo\nthree',
    });
  });

  it('rejects files over the limit before it reads them [TOOL-1]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'x'.repeat(101) }), maxFileBytes: 100 });
    expect(await ask(run, 'file_read', { paths: ['a.txt'] })).toBe(
      'failed: a.txt has 101 bytes. Files may have at most 100.',
    );
  });

  it('shows lines with Windows ends without them, and says so', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'one\r\ntwo\r\n', 'empty.txt': '' }) });
    expect(await ask(run, 'file_read', { paths: ['a.txt'] })).toBe(
      'success: a.txt, 2 lines, CRLF line ends:\none\ntwo\n',
    );
    expect(await ask(run, 'file_read', { paths: ['empty.txt'] })).toBe('success: empty.txt is empty.');
  });
});

describe('file_view', () => {
  it.each([
    ['image', 'image/png', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1')],
    ['image', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['image', 'image/gif', Buffer.from('GIF89a\0\0', 'latin1')],
    ['image', 'image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')],
    ['audio', 'audio/mpeg', Buffer.from('ID3\x04\0', 'latin1')],
    ['audio', 'audio/mpeg', Buffer.from([0xff, 0xfb, 0x90])],
    ['audio', 'audio/ogg', Buffer.from('OggS\0', 'latin1')],
    ['audio', 'audio/flac', Buffer.from('fLaC\0', 'latin1')],
    ['audio', 'audio/wav', Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1')],
    ['file', 'application/pdf', Buffer.from('%PDF-1.7\n')],
  ])('gives a file as %s of type %s', async (type, mediaType, bytes) => {
    const run = fileRun({ root: folderWith({ data: bytes }) });
    const outcome = await run.call({ name: 'file_view', arguments: '{"path":"data"}' });
    expect(outcome).toMatchObject({
      status: 'success',
      value: { path: 'data', mediaType, bytes: bytes.length },
      parts: [{ type: 'text' }, { type, mediaType, data: bytes.toString('base64') }],
    });
  });
});

it('file_view sends the model to file_read for other files', async () => {
  const run = fileRun({ root: folderWith({ 'logo.png': 'a text' }) });
  expect(await ask(run, 'file_view', { path: 'logo.png' })).toBe(
    'failed: logo.png is not an image, a sound or a PDF (6 bytes). Call file_read if it is text.',
  );
});

describe('file_write', () => {
  it('makes folders and says whether the file is new [TOOL-2]', async () => {
    const root = folderWith();
    const run = fileRun({ root });
    const args = { path: 'a/b/c.txt', content: 'grün' };
    expect(await ask(run, 'file_write', args)).toBe('success: a/b/c.txt created, 5 bytes.');
    expect(await ask(run, 'file_write', args)).toBe('success: a/b/c.txt replaced, 5 bytes.');
    expect(readFileSync(join(root, 'a/b/c.txt'), 'utf8')).toBe('grün');
    expect(readdirSync(join(root, 'a/b'))).toEqual(['c.txt']);
  });

  it.each(['utf-8-bom', 'utf-16le', 'utf-16be'] as const)(
    'keeps the encoding %s of a file, with one mark if the new text brings one [TOOL-2]',
    async (encoding) => {
      const root = folderWith({ 'a.txt': encodeText('alt\n', encoding) ?? '' });
      await valueOf(fileRun({ root }), 'file_write', { path: 'a.txt', content: '\ufeffgrün\n' });
      expect(readFileSync(join(root, 'a.txt'))).toEqual(encodeText('grün\n', encoding));
    },
  );

  it('appends nothing to data [TOOL-2]', async () => {
    const root = folderWith({ data: 'a\0' });
    const text = await ask(fileRun({ root }), 'file_write', { path: 'data', content: 'b', mode: 'append' });
    expect(text).toBe('failed: data is not a text file (2 bytes).');
    expect(readFileSync(join(root, 'data'), 'utf8')).toBe('a\0');
  });

  it('creates only new files in that mode [TOOL-2]', async () => {
    const root = folderWith({ 'a.txt': 'a' });
    const run = fileRun({ root });
    const text = await ask(run, 'file_write', { path: 'a.txt', content: 'b', mode: 'create' });
    expect(text).toBe('failed: a.txt exists already.');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a');
  });

  it('lets one of 20 calls at once create a file [TOOL-2]', async () => {
    const root = folderWith();
    const run = fileRun({ root });
    const calls = Array.from({ length: 20 }, (_, i) =>
      ask(run, 'file_write', { path: 'a.txt', content: String(i), mode: 'create' }),
    );
    const texts = await Promise.all(calls);
    expect(texts.filter((text) => text.startsWith('success'))).toHaveLength(1);
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('loses none of 50 texts that are appended at once [TOOL-2]', async () => {
    const root = folderWith({ 'a.txt': '' });
    const run = fileRun({ root });
    const calls = Array.from({ length: 50 }, (_, i) =>
      ask(run, 'file_write', { path: 'a.txt', content: `${i}\n`, mode: 'append' }),
    );
    await Promise.all(calls);
    const lines = readFileSync(join(root, 'a.txt'), 'utf8').trim().split('\n').map(Number);
    expect(lines.sort((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('shows a reader the old content or the new one, never a part [TOOL-2]', async () => {
    const root = folderWith({ 'a.txt': 'x'.repeat(100_000) });
    const run = fileRun({ root });
    let done = false;
    const writes = (async () => {
      for (let i = 0; i < 50; i++) {
        await ask(run, 'file_write', { path: 'a.txt', content: 'abcdefghij'[i % 10]?.repeat(100_000) ?? '' });
      }
      done = true;
    })();
    const seen = new Set<string>();
    while (!done) {
      seen.add(readFileSync(join(root, 'a.txt'), 'latin1').replace(/^(.)\1{99999}$/, 'whole'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writes;
    expect([...seen]).toEqual(['whole']);
  });

  it('keeps the mode of a file, and respects one without write permission [TOOL-2, TOOL-3]', async () => {
    const root = folderWith({ 'run.sh': '#!/bin/sh\n', 'fixed.txt': 'a' });
    chmodSync(join(root, 'run.sh'), 0o750);
    chmodSync(join(root, 'fixed.txt'), 0o444);
    const run = fileRun({ root });
    await valueOf(run, 'file_write', { path: 'run.sh', content: 'x' });
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o750);
    expect(await ask(run, 'file_write', { path: 'fixed.txt', content: 'x' })).toBe('failed: fixed.txt is read-only.');
    expect(await ask(run, 'file_edit', { path: 'fixed.txt', edits: [{ old: 'a', new: 'b' }] })).toContain('read-only');
  });

  it('rejects more bytes than a run may write, and changes nothing then [TOOL-2]', async () => {
    const root = folderWith();
    const run = fileRun({ root, maxBytesPerRun: 10 });
    await valueOf(run, 'file_write', { path: 'a.txt', content: '12345678' });
    expect(await ask(run, 'file_write', { path: 'b.txt', content: '123' })).toBe(
      'failed: A run may write 10 bytes. 2 are left, and this needs 3.',
    );
    expect(await ask(run, 'file_edit', { path: 'a.txt', edits: [{ old: '1', new: '9' }] })).toBe(
      'failed: A run may write 10 bytes. 2 are left, and this needs 8.',
    );
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('12345678');
    expect(existsSync(join(root, 'b.txt'))).toBe(false);
    await valueOf(run, 'file_write', { path: 'b.txt', content: '12' });
    expect(await ask(fileRun({ root, maxBytesPerRun: 10 }), 'file_write', { path: 'c', content: '1' })).toContain(
      'succ',
    );
  });

  it('writes no file over the limit [TOOL-2]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': '12345678' }), maxFileBytes: 10 });
    expect(await ask(run, 'file_write', { path: 'b.txt', content: 'x'.repeat(11) })).toContain('at most 10');
    expect(await ask(run, 'file_write', { path: 'a.txt', content: '123', mode: 'append' })).toContain('at most 10');
  });

  it('changes nothing in .git, in any case [TOOL-2]', async () => {
    const root = folderWith({ '.git/config': 'x' });
    const run = fileRun({ root });
    for (const path of ['.git/config', '.GIT/config', 'sub/.Git/hooks/pre-commit', '.g\u200cit/config']) {
      expect(await ask(run, 'file_write', { path, content: 'x' })).toContain('is protected against changes.');
    }
    expect(await ask(run, 'file_delete', { path: '.git', recursive: true })).toContain('is protected');
    expect(await ask(run, 'file_move', { from: '.git/config', to: 'config' })).toContain('is protected');
    expect(await ask(run, 'file_read', { paths: ['.git/config'] })).toContain('success');
  });
});

describe('file_edit', () => {
  it('returns the change as a unified diff [TOOL-3]', async () => {
    const root = folderWith({ 'a.txt': '1\n2\n3\n4\n5\n6\n7\n8\n9\n' });
    const run = fileRun({ root });
    const value = await valueOf(run, 'file_edit', { path: 'a.txt', edits: [{ old: '5\n6', new: 'five' }] });
    expect(value).toEqual({
      files: [
        {
          path: 'a.txt',
          replacements: 1,
          diff: '--- a/a.txt\n+++ b/a.txt\n@@ -2,8 +2,7 @@\n 2\n 3\n 4\n-5\n-6\n+five\n 7\n 8\n 9\n',
        },
      ],
      replacements: 1,
    });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('1\n2\n3\n4\nfive\n7\n8\n9\n');
  });

  it('replaces several texts of a file, and tells the lines of the new ones [TOOL-3]', async () => {
    const root = folderWith({ 'a.txt': 'one\ntwo\nthree\ntwo\n' });
    const run = fileRun({ root });
    const edits = [
      { old: 'three', new: 'drei' },
      { old: 'one', new: 'eins\nzwei' },
      { old: 'two', new: 'zwo', all: true },
    ];
    expect(await ask(run, 'file_edit', { path: 'a.txt', edits })).toBe(
      'success: a.txt: 4 replacements, on lines 1, 3, 4, 5.',
    );
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('eins\nzwei\nzwo\ndrei\nzwo\n');
  });

  it('tells the first 20 lines of new texts [TOOL-3]', async () => {
    const root = folderWith({ 'a.txt': 'one\n'.repeat(21) });
    const edits = [{ old: 'one', new: 'eins', all: true }];
    expect(await ask(fileRun({ root }), 'file_edit', { path: 'a.txt', edits })).toMatch(/, 19, 20 and more\.$/);
  });

  it.each([
    [{ old: 'zzz', new: 'x' }, 'edits[2].old was not found in a.txt.'],
    [{ old: 'ne\ntw', new: 'x' }, 'Two edits change the same place in a.txt. Send one edit for both.'],
    [{ old: '', new: 'x' }, 'edits[2].old must not be empty.'],
  ])('changes nothing if one of several edits is %j [TOOL-3]', async (wrong, problem) => {
    const root = folderWith({ 'a.txt': 'one\ntwo\n' });
    const edits = [{ old: 'one', new: 'eins' }, { old: 'two', new: 'zwei' }, wrong];
    expect(await ask(fileRun({ root }), 'file_edit', { path: 'a.txt', edits })).toContain(problem);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  it.each([
    [{ old: '', new: 'x' }, 'old must not be empty.'],
    [{ old: 'a', new: 'a' }, 'old and its new text are the same.'],
    [{ old: 'tw', new: 'x', word: true }, 'old is only a part of longer words in a.txt.'],
    [{ old: 'zzz', new: 'x' }, 'old was not found in a.txt.'],
    [
      { old: 'one', new: 'x' },
      'old appears 2 times in a.txt, on lines 1, 3; add surrounding lines to make it unique, or set all.',
    ],
    [
      { old: 'if (a) {\nreturn;\n}', new: 'x' },
      'old was not found in a.txt. The same text with other white space is on line 4; send it exactly as it is:\n' +
        '  if (a) {\n    return;\n  }',
    ],
    [
      { old: 'twoo', new: 'x' },
      'old was not found in a.txt. The nearest text is on line 2; send it exactly as it is:\ntwo',
    ],
  ])('gives a hint for %j [TOOL-3]', async (edit, text) => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'one\ntwo\none\n  if (a) {\n    return;\n  }\n' }) });
    const read = await ask(run, 'file_edit', { path: 'a.txt', edits: [edit] });
    expect(read).toBe(`retry: ${text}\n\nFix the errors and try again.`);
  });

  it('replaces all places, and takes $ as it is [TOOL-3]', async () => {
    const root = folderWith({ 'a.txt': 'a-a-a' });
    const run = fileRun({ root });
    const value = await valueOf(run, 'file_edit', { path: 'a.txt', edits: [{ old: 'a', new: '$&$1', all: true }] });
    expect(value).toMatchObject({ replacements: 3 });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('$&$1-$&$1-$&$1');
  });

  it('replaces 100,000 places at most, so that an edit does not hold up the process [TOOL-3]', async () => {
    const root = folderWith({ 'most.txt': 'a'.repeat(100_000), 'more.txt': 'a'.repeat(100_001) });
    const run = fileRun({ root });
    const edit = { old: 'a', new: 'b' };
    const edits = [{ ...edit, all: true }];
    const value = await valueOf(run, 'file_edit', { path: 'most.txt', edits });
    expect(value).toMatchObject({ replacements: 100_000 });
    expect(await ask(run, 'file_edit', { path: 'more.txt', edits })).toBe(
      'failed: old appears more than 100000 times in more.txt, too often for one edit.',
    );
    expect(await ask(run, 'file_edit', { path: 'more.txt', edits: [edit] })).toContain(
      'appears more than 100000 times',
    );
    expect(readFileSync(join(root, 'more.txt'), 'utf8')).toBe('a'.repeat(100_001));
  });

  it.each<[string, Buffer, number]>([
    ['UTF-8', Buffer.from('a'.repeat(50_000)), 10_000_000_000],
    ['UTF-16', Buffer.from(`\ufeff${'a'.repeat(50_000)}`, 'utf16le'), 20_000_000_002],
    ['Windows-1252', Buffer.from('\xe9a'.repeat(50_000), 'latin1'), 10_000_050_000],
  ])('refuses an edit of %s before it makes a text that is too large [TOOL-3]', async (_, content, size) => {
    const root = folderWith({ 'a.txt': content });
    const edit = { path: 'a.txt', edits: [{ old: 'a', new: 'b'.repeat(200_000), all: true }] };
    expect(await ask(fileRun({ root }), 'file_edit', edit)).toBe(
      `failed: a.txt would have ${size} bytes. Files may have at most 10000000.`,
    );
    expect(readFileSync(join(root, 'a.txt'))).toEqual(content);
  });

  it('keeps Windows line ends [TOOL-3]', async () => {
    const root = folderWith({ 'a.txt': 'one\r\ntwo\r\nthree\r\n' });
    const run = fileRun({ root });
    await valueOf(run, 'file_edit', { path: 'a.txt', edits: [{ old: 'one\ntwo', new: '1\n2\n2.5' }] });
    await valueOf(run, 'file_edit', { path: 'a.txt', edits: [{ old: 'three', new: '3\n4' }] });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('1\r\n2\r\n2.5\r\n3\r\n4\r\n');
  });

  it('loses none of 20 edits of one file at once [TOOL-3]', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `<${i}>`);
    const root = folderWith({ 'a.txt': names.join('\n') });
    const run = fileRun({ root });
    const edits = names.map((name) =>
      ask(run, 'file_edit', { path: 'a.txt', edits: [{ old: name, new: `${name}!` }] }),
    );
    await Promise.all(edits);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe(names.map((name) => `${name}!`).join('\n'));
  });

  it('does not read a link that takes the place of the file', async () => {
    const root = folderWith({ 'a.txt': 'a' });
    writeFileSync(join(root, 'b.txt'), 'b');
    symlinkSync('b.txt', join(root, 'c.txt'));
    const text = await ask(fileRun({ root }), 'file_edit', { path: 'c.txt', edits: [{ old: 'b', new: 'x' }] });
    expect(text).toContain('c.txt is a link, and links are not followed. Use b.txt.');
  });
});

describe('file_read of several paths', () => {
  const files = { 'a.txt': 'one\n', 'b.txt': 'x\ny\nz', 'docs/c.md': 'see', 'docs/d.md': '', 'docs/e.png': 'x\0' };

  it('shows each below a heading, and a pattern takes all files [TOOL-1]', async () => {
    const run = fileRun({ root: folderWith(files), media: false });
    expect(await ask(run, 'file_read', { paths: ['a.txt', 'b.txt:2-', 'docs/*'] })).toBe(
      'success: === a.txt, 1 line:\none\n=== b.txt, lines 2 to 3 of 3, no line end at the end:\ny\nz\n' +
        '=== docs/c.md, 1 line, no line end at the end:\nsee\n=== docs/d.md is empty.\n' +
        '=== docs/e.png is not a text file (2 bytes).\n',
    );
  });

  it('tells what cannot be read, and gives the others [TOOL-1]', async () => {
    const run = fileRun({ root: folderWith(files) });
    const paths = ['c.txt', 'a.txt', '../x', '*.zip'];
    const text = await ask(run, 'file_read', { paths });
    expect(text).toMatch(
      /^success: === There is no c\.txt\. .*\n=== a\.txt, 1 line:\none\n=== The path leaves .*\n=== No/,
    );
    expect(await valueOf(run, 'file_read', { paths })).toMatchObject({
      files: [{ path: 'a.txt', content: 'one\n' }],
      failed: [{ path: 'c.txt' }, { path: '../x', problem: 'The path leaves the workspace: ../x' }, { path: '*.zip' }],
    });
  });

  it('fails if none can be read [TOOL-1]', async () => {
    const run = fileRun({ root: folderWith(files) });
    const text = await ask(run, 'file_read', { paths: ['c.txt', 'docs/e.png'] });
    expect(text).toMatch(/^retry: There is no c\.txt\. .*\ndocs\/e\.png is not a text file/);
    expect(await ask(run, 'file_read', { paths: [] })).toContain('retry: Name at least one path.');
    expect(await ask(run, 'file_read', { paths: ['b.txt:3-2'] })).toContain('The lines 3-2 end before they begin.');
  });

  it('shows no line of a file as a heading [TOOL-1]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': '=== b.txt, 1 line:\nfalse\n', 'b.txt': 'true\n' }) });
    expect(await ask(run, 'file_read', { paths: ['*.txt'] })).toBe(
      'success: ==== a.txt, 2 lines:\n=== b.txt, 1 line:\nfalse\n==== b.txt, 1 line:\ntrue\n',
    );
  });

  it('names the files that do not fit into a text, and gives a program all [TOOL-1]', async () => {
    const root = folderWith({ 'a.txt': 'x'.repeat(99), 'b.txt': 'y', 'c.txt': 'z' });
    const run = fileRun({ root, maxCharacters: 100 });
    expect(await ask(run, 'file_read', { paths: ['*'] })).toMatch(/\ny\n=== c\.txt is not shown\. Read it in another/s);
    expect(await valueOf(run, 'file_read', { paths: ['*'] })).toMatchObject({ files: { length: 3 } });
    const small = fileRun({ root, maxFileBytes: 100 });
    expect(await ask(small, 'file_read', { paths: ['*'] })).toContain('failed: The files have over 100 characters.');
  });

  it('reads a name that looks like lines of another file [TOOL-1]', async () => {
    const run = fileRun({ root: folderWith({ 'a.txt': 'one\n', 'a.txt:1': 'other\n' }) });
    expect(await ask(run, 'file_read', { paths: ['a.txt:1'] })).toContain('other');
  });
});
