import fc from 'fast-check';
import { linesOf, lineStarts, textOfLines } from '../../src/file/text/text-lines.js';
import { fileRun, folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

const texts = fc.array(fc.constantFrom('\n', '\r', '\r\n', 'a', 'bc', 'é')).map((pieces) => pieces.join(''));

it('cuts lines out of a text as if it was split into all its lines', () => {
  fc.assert(
    fc.property(texts, fc.nat(12), fc.nat(12), (text, first, count) => {
      const lines = linesOf(text);
      const starts = lineStarts(text);
      expect(starts).toHaveLength(lines.length);
      const some = lines.slice(first, first + count);
      if (first < lines.length) expect(textOfLines(text, starts, first, some.length)).toBe(some.join('\n'));
    }),
  );
});

it('file_read gives the model exactly the JSON of its value, also of a text that it cuts', async () => {
  const run = fileRun({ root: folderWith({ 'a.txt': 'ä "b"\r\n\t\u2028\n'.repeat(50) }), maxCharacters: 200 });
  for (const args of [{ limit: 3 }, { offset: 4, limit: 2 }, {}]) {
    const outcome = await run.call({ name: 'file_read', arguments: { path: 'a.txt', ...args } });
    expect(outcome.status).toBe('success');
    expect(outcome.text).toBe(JSON.stringify((outcome as { readonly value?: unknown }).value));
  }
});
