import fc from 'fast-check';
import { decodeText, encodedSize, encodeText } from '../../src/file/text/encoding.js';

const mark = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);
/** Bytes of texts, halves of surrogate pairs, and bytes that no text has. */
const piece = fc.oneof(
  fc.constantFrom([0xd8, 0x3d], [0x3d, 0xd8], [0xde, 0x00], [0x00, 0xde], [0x61, 0x00], [0x00, 0x61], [0xc3, 0xa9]),
  fc.integer({ min: 32, max: 255 }).map((byte) => [byte]),
  fc.integer({ min: 0, max: 31 }).map((byte) => [byte]),
);
const file = fc
  .tuple(mark, fc.array(piece, { maxLength: 8 }))
  .map(([start, pieces]) => Buffer.from([...start, ...pieces.flat()]));

it('decodes only bytes that it can write back as they were [TOOL-2]', () => {
  const check = fc.property(file, (bytes) => {
    const decoded = decodeText(bytes);
    if (decoded !== undefined) expect(encodeText(decoded.text, decoded.encoding)).toEqual(bytes);
  });
  fc.assert(check, { numRuns: 5_000 });
});

it.each([
  ['a whole surrogate pair', 'a😀', true],
  ['the first half of a pair', 'a\ud83db', false],
  ['the second half of a pair', 'a\ude00', false],
  ['a zero', 'a\0', false],
  ['the mark alone', '', true],
])('takes UTF-16 with %s as text: %#', (_, text, isText) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  expect(decodeText(bytes)).toEqual(isText ? { text, encoding: 'utf-16le' } : undefined);
  expect(decodeText(bytes.swap16())).toEqual(isText ? { text, encoding: 'utf-16be' } : undefined);
  expect(decodeText(Buffer.concat([bytes, Buffer.from('a')]))).toBeUndefined();
});

it.each(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1252'] as const)(
  'knows how many bytes of a file a part takes in %s',
  (encoding) => {
    const part = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '€', 'ÿ', '😀') });
    fc.assert(
      fc.property(part, (text) => {
        const [whole, empty] = [encodeText(text, encoding), encodeText('', encoding)];
        if (whole === undefined) expect([encoding, text]).toEqual(['windows-1252', expect.stringContaining('😀')]);
        else expect(encodedSize(text, encoding)).toBe(whole.length - (empty?.length ?? 0));
      }),
    );
  },
);
