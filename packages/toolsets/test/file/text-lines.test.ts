import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { linesOf, lineStarts, textOfLines } from '../../src/file/text/text-lines.js';
import { encodeText } from '../../src/file/text/encoding.js';
import { fileRun, folderWith, removeFolders, sliceOf, valueOf } from './support/file-run.js';

afterAll(removeFolders);

const texts = fc.array(fc.constantFrom('\n', '\r', '\r\n', 'a', 'bc', 'é')).map((pieces) => pieces.join(''));

it('cuts lines out of a text with their ends, as they are', () => {
  fc.assert(
    fc.property(texts, fc.nat(12), fc.nat(12), (text, first, count) => {
      const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      const starts = lineStarts(text);
      expect(starts).toHaveLength(lines.length);
      expect(linesOf(text)).toEqual(lines.map((line) => line.replace(/\r?\n$|\r$/, '')));
      if (first < lines.length)
        expect(textOfLines(text, starts, first, count)).toBe(lines.slice(first, first + count).join(''));
    }),
  );
});

it.each(['utf-8', 'utf-8-bom', 'utf-16le', 'windows-1252'] as const)(
  'file_write of the content of file_read leaves each file of %s as it was [TOOL-1, TOOL-2]',
  async (encoding) => {
    const root = folderWith();
    const run = fileRun({ root, maxBytesPerRun: Number.MAX_SAFE_INTEGER });
    const path = join(root, 'a.txt');
    const content = fc.oneof(texts, fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\n', 'a', '\r\n'));
    await fc.assert(
      fc.asyncProperty(content, fc.nat(4), async (text, lines) => {
        const bytes = encodeText(text, encoding);
        fc.pre(bytes !== undefined && !text.includes('\0') && text.isWellFormed());
        writeFileSync(path, bytes as Buffer);
        const { content: whole } = await sliceOf(run, 'a.txt');
        await valueOf(run, 'file_write', { path: 'a.txt', content: whole });
        expect(readFileSync(path)).toEqual(bytes);
        const parts: string[] = [];
        for (let offset = 1, total = 1; offset <= total; offset += lines + 1) {
          const part = await sliceOf(run, `a.txt:${offset}-${offset + lines}`);
          parts.push(part.content);
          total = part.totalLines;
        }
        expect(parts.join('')).toBe(whole);
      }),
      { numRuns: 60 },
    );
  },
);
