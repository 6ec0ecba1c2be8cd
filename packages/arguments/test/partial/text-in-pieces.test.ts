import fc from 'fast-check';
import { TextInPieces } from '../../src/partial/text-in-pieces.js';

/** Reads a JSON string, without its first quote, in pieces that end at the given places. */
function read(json: string, ends: readonly number[]): TextInPieces {
  const reader = new TextInPieces();
  const places = [0, ...ends.map((end) => end % (json.length + 1)).sort((a, b) => a - b), json.length];
  for (const [index, from] of places.entries()) reader.read(json.slice(from, places[index + 1]), 0);
  return reader;
}

test('a JSON string in any pieces is the text that JSON.parse reads', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'"\\/\b\f\n\r\t\u0000\u00e9\ud83d\ude00'), fc.string()) });
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 200 }), { maxLength: 4 }), (one, ends) => {
      const { text, isComplete, isBroken } = read(JSON.stringify(one).slice(1), ends);
      expect({ text, isComplete, isBroken }).toEqual({ text: one, isComplete: true, isBroken: false });
    }),
  );
});

test.each(['"', '\\', '/', 'b', 'f', 'n', 'r', 't', 'u0041', 'uD83D'])('the escape \\%s has its meaning', (escape) => {
  const json = `"a\\${escape}b"`;
  expect(read(json.slice(1), [2, 3]).text).toBe(JSON.parse(json));
});

test.each(['a\\x', 'a\\u00g', 'a\nb', 'a\u0000'])('%j is broken at once', (json) => {
  expect(read(json, [])).toMatchObject({ isBroken: true, isComplete: false });
});
