import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseArguments } from '../src/parse-arguments.js';
import { argumentCheck } from './support/argument-check.js';

/*
 * JSON as models write it, from known values: repaired text has that value, or the text is
 * rejected.
 */

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const anything = argumentCheck({ type: 'object' }, { open: true });
const SPACES = ['', ' ', '\n', '\t', '\u00a0', '\u3000', '\u2028', ' /* of all } kinds */ ', ' // one: "line"\n'];
const TEXTS = [
  "it's",
  'say "x"',
  'back\\slash',
  'a\nb',
  '{',
  ']',
  ',',
  ':',
  '//c',
  '```',
  '“q”',
  'None',
  '1',
  '\u00a0',
  '5\u00a0',
  '`',
];

const { json } = fc.letrec<{ json: Json; object: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, false, 0, -1.5, 1e21, ...TEXTS),
    fc.array(tie('json'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'k-y', 'ünï', 'a b', '1', "it's", '$x', '_'), tie('json'), {
    maxKeys: 3,
  }),
}));
const documents = fc.dictionary(fc.constantFrom('a', 'b', 'ünï', '_', '$x'), json, { minKeys: 1, maxKeys: 3 });

/** Writes a value carelessly. `choose` selects each step. */
class LooseWriter {
  constructor(private readonly choose: (options: number) => number) {}

  write(value: Json): string {
    if (typeof value === 'string') return this.text(value);
    if (value === null) return this.one(['null', 'None', 'undefined']);
    if (typeof value === 'boolean') return this.one(value ? ['true', 'True'] : ['false', 'False']);
    if (typeof value === 'number') return JSON.stringify(value);
    if (Array.isArray(value))
      return this.list(
        '[',
        value.map((item: Json) => this.write(item)),
        ']',
      );
    const properties = Object.entries(value).map(
      ([name, one]) => `${this.name(name)}${this.space()}:${this.space()}${this.write(one)}`,
    );
    return this.list('{', properties, '}');
  }

  private list(opening: string, items: readonly string[], closing: string): string {
    const trailing = items.length > 0 ? this.one(['', ',']) : '';
    const inside = items.map((item) => this.space() + item + this.space()).join(',');
    return opening + inside + trailing + this.space() + closing;
  }

  private name(name: string): string {
    return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? this.one([JSON.stringify(name), name]) : this.text(name);
  }

  private text(text: string): string {
    const strict = JSON.stringify(text);
    const inside = strict.slice(1, -1);
    const single = `'${inside.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
    const curly = /["“”]/.test(text) ? strict : `“${inside}”`;
    return this.one([strict, strict, single, curly]);
  }

  private space(): string {
    return this.one(SPACES);
  }

  private one(options: readonly string[]): string {
    return options[this.choose(options.length)] ?? '';
  }
}

describe('carelessly written text', () => {
  const RUNS = Number(process.env['HAFT_FUZZ'] ?? 3_000);

  it(
    'is read as the intended value, or rejected, and is always rejected if it is cut off',
    () => {
      let [read, made] = [0, 0];
      fc.assert(
        fc.property(
          documents,
          fc.array(fc.nat(), { minLength: 200, maxLength: 200 }),
          fc.nat(),
          (document, choices, cut) => {
            let next = 0;
            const text = new LooseWriter((options) => (choices[next++ % choices.length] ?? 0) % options).write(
              document,
            );
            const whole = parseArguments(anything, text);
            made++;
            if (whole.refusal === undefined) {
              read++;
              expect(whole.wire).toEqual(JSON.parse(JSON.stringify(document)));
            }
            const part = parseArguments(anything, text.slice(0, 1 + (cut % (text.length - 1))));
            expect(part.refusal).toBeDefined();
          },
        ),
        { numRuns: RUNS },
      );
      expect(read).toBeGreaterThan(made / 2);
    },
    60_000 + RUNS * 20,
  );
});
