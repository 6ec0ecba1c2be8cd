import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wellFormedData } from '@haft/schema/basics';
import { parseArguments } from '../src/parse-arguments.js';
import { readLooseJson } from '../src/text/loose-json.js';
import { mendSyntax } from '../src/text/mend-syntax.js';
import { argumentCheck } from './support/argument-check.js';

const anything = argumentCheck({ type: 'object' }, { open: true });

/** Texts that some repair would change if they were not valid JSON. */
const TEMPTING = [
  ...[
    "'a'",
    '"a"',
    'None',
    'True',
    'undefined',
    '0x10',
    "r'a'",
    "'''a'''",
    '"""a"""',
    '```json\n{}\n```',
    '// a',
    '/* a */',
  ],
  ...[
    '{\\"a\\":1}',
    '{"a":1',
    "{'a':1}",
    '[1,]',
    'a: 1',
    '...',
    '“a”',
    '\u00a0',
    '\n',
    '\\',
    '\\u0041',
    '\ud83d',
    '</tool_call>',
  ],
];
const NAMES = ['a', 'b', 'on/off', '', "it's", 'None', '\u00a0', 'é', '{', 'a b', '1', '“a”', '//'];

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const text = fc.oneof(fc.constantFrom(...TEMPTING), fc.string({ unit: 'binary', maxLength: 6 }));
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, false, 0, -0.5, 1e21, 9007199254740991, 1e-7),
    text,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('json'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const document = fc.dictionary(fc.constantFrom(...NAMES), json, { maxKeys: 4, noNullPrototype: true });

/** Writes JSON with space where JSON allows it, and with escapes that it does not need. */
class ValidWriter {
  constructor(private readonly choose: (options: number) => number) {}

  write(value: Json): string {
    return `${this.space()}${this.plain(value)}${this.space()}`;
  }

  private plain(value: Json): string {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number' && this.choose(4) === 0) return value.toExponential().replace('e+', 'E+');
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${this.space()}${value.map((one: Json) => this.write(one)).join(',')}]`;
    const entries = Object.entries(value).map(
      ([name, one]) => `${this.space()}${JSON.stringify(name)}${this.space()}:${this.write(one)}`,
    );
    return `{${this.space()}${entries.join(',')}}`;
  }

  private text(value: string): string {
    return `"${Array.from({ length: value.length }, (_, i) => this.unit(value.charAt(i))).join('')}"`;
  }

  private unit(unit: string): string {
    if (unit === '/' && this.choose(2) === 0) return '\\/';
    if (this.choose(8) === 0) return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const isHalf = /[\ud800-\udfff]/.test(unit);
    return isHalf ? unit : JSON.stringify(unit).slice(1, -1);
  }

  private space(): string {
    return ['', '', '', ' ', '\n', '\t', '\r\n  '][this.choose(7)] ?? '';
  }
}

const written = fc.tuple(document, fc.array(fc.nat(), { minLength: 40, maxLength: 200 })).map(([value, choices]) => {
  let next = 0;
  return new ValidWriter((options) => (choices[next++ % choices.length] ?? 0) % options).write(value);
});

describe('any valid JSON text', () => {
  it('comes through as JSON.parse reads it, and only halves of characters are replaced [ARG-2]', () => {
    fc.assert(
      fc.property(written, (one) => {
        const meant = JSON.parse(one) as object;
        const whole = wellFormedData(meant);
        const repairs = whole === meant ? [] : [expect.objectContaining({ kind: 'syntax', to: 'U+FFFD' })];
        expect(parseArguments(anything, one)).toMatchObject({ wire: whole, repairs });
        expect(JSON.stringify((parseArguments(anything, one) as { wire: unknown }).wire)).toBe(JSON.stringify(whole));
      }),
      { numRuns: 2000 },
    );
  });

  it('means the same to each repair of the syntax, and none rewrites a part of it', () => {
    fc.assert(
      fc.property(written, (one) => {
        const loose = readLooseJson(one);
        expect(loose).toMatchObject({ kind: 'mendable', rewritten: [], deviation: undefined });
        expect(JSON.stringify((loose as { value: unknown }).value)).toBe(JSON.stringify(JSON.parse(one)));
        // The other reader may give up: then the text is rejected.
        const mended = mendSyntax(one, one, 0, true);
        if ('value' in mended) expect(JSON.stringify(mended.value)).toBe(JSON.stringify(JSON.parse(one)));
      }),
      { numRuns: 2000 },
    );
  });
});
