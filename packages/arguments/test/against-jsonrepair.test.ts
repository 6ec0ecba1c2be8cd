import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wellFormedData } from '@haft/schema/basics';
import { jsonrepair } from 'jsonrepair';
import { parseArguments } from '../src/parse-arguments.js';
import { argumentCheck } from './support/argument-check.js';

/*
 * Two references: text that JSON.parse accepts has its value, and repaired text has the value that
 * jsonrepair reads. Everything else is rejected.
 */

const anything = argumentCheck({ type: 'object' }, { open: true });

const document = fc.dictionary(
  fc.constantFrom('a', 'b', 'name', 'list', 'on/off', ''),
  fc.jsonValue({ maxDepth: 2, noUnicodeString: false }),
  { minKeys: 1, maxKeys: 4, noNullPrototype: true },
);

const SNIPPETS = [
  ...[
    '',
    ',',
    ':',
    '"',
    "'",
    '`',
    '“',
    '”',
    '{',
    '}',
    '[',
    ']',
    '\\',
    '\n',
    '\t',
    ' ',
    '\u00a0',
    '/',
    '/* x */',
    '// x\n',
  ],
  ...[
    'a',
    '0',
    '-',
    '+',
    '.',
    'e',
    '...',
    'True',
    'None',
    'undefined',
    'NaN',
    'null',
    '\\u',
    '\ud83d',
    '\u0000',
    '(',
    ')',
    ';',
  ],
];

/** A JSON text with one to three places changed. */
const broken = fc
  .tuple(
    document,
    fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...SNIPPETS)), { minLength: 1, maxLength: 3 }),
  )
  .map(([value, changes]) =>
    changes.reduce((text, [at, removed, added]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + added + text.slice(place + removed);
    }, JSON.stringify(value)),
  );

function valueOf(read: (text: string) => string, text: string): unknown {
  try {
    return JSON.parse(read(text));
  } catch {
    return undefined;
  }
}

describe('a damaged text', () => {
  it('is read as JSON.parse reads it, as jsonrepair repairs it, or is refused [ARG-2]', () => {
    const seen = { valid: 0, repaired: 0, refused: 0 };
    fc.assert(
      fc.property(broken, (text) => {
        const inside = `{"v":${text}}`;
        const { refusal, wire, repairs } = parseArguments(anything, inside) as ReturnType<typeof parseArguments> & {
          readonly wire?: { readonly v?: unknown };
        };
        const strict = valueOf((one) => one, inside) as { readonly v?: unknown } | undefined;
        if (refusal !== undefined) {
          seen.refused++;
          return;
        }
        if (strict !== undefined) {
          seen.valid++;
          expect(wire).toEqual(wellFormedData(strict));
          return;
        }
        seen.repaired++;
        expect(repairs.length).toBeGreaterThan(0);
        // Outside of texts, a space that JSON does not know is white space to Haft, and part of a
        // word to jsonrepair.
        const theirs = [inside, inside.replace(/\u00a0/g, ' ')].map((one) =>
          JSON.stringify(wellFormedData(valueOf(jsonrepair, one))),
        );
        expect(theirs).toContain(JSON.stringify(wire));
      }),
      { numRuns: 3000 },
    );
    expect(seen.valid).toBeGreaterThan(50);
    expect(seen.repaired).toBeGreaterThan(5);
    expect(seen.refused).toBeGreaterThan(50);
  });
});
