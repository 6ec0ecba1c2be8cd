import { createRequire } from 'node:module';
import fc from 'fast-check';
import { isPlainlyLinear } from '../../src/constraints/patterns/is-plainly-linear.js';

const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as {
  checkSync: (source: string, flags: string, options: object) => { readonly status: string };
};

test.each([
  ...[
    '^[a-z]+$',
    '^[a-z]+(?:-[a-z]+)*$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^(?:GET|POST|PUT)$',
    '^#[0-9a-fA-F]{6}$',
    'abc',
    '[^\\x00-\\x7F]',
  ],
  ...[
    '^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)$',
    '^[\\w-]+@[a-z]+\\.com$',
    '^.{14}4.{4}[89abAB]',
    '^a{2,}$',
    '^(?<year>\\d{4})$',
  ],
  ...[
    '^[^/]+$',
    '^.*$',
    '^\\u{1F600}+$',
    '^[a-z]{1,30}$',
    '^(?:[A-Za-z0-9+/]{4})*$',
    '^\\$\\.x$',
    '^a?b?$',
    '^(?:jpe?g|png|pdf)$',
    '(?:ab|ac)',
    '^(?:[01]\\d|2[0-3]):?[0-5]\\d$',
  ],
])('%s is plainly linear', (pattern) => {
  expect(isPlainlyLinear(pattern)).toBe(true);
});

test.each([
  ...[
    '^(a+)+$',
    '^(a*)*$',
    '^(a|a)*$',
    '^a*a*$',
    '^(\\w+\\s?)*$',
    '\\s+$',
    '^a{1,99}a{1,99}$',
    '^(?=a)a$',
    '^(a)\\1$',
    '^\\ba$',
  ],
  ...['^(?:a?)*$', '^a|b*$', '^(?:a{1,200}){1,200}$', '^\\p{L}+$', 'a*b', '^(?:|a|)*$'],
])('%s is left to the checker', (pattern) => {
  expect(isPlainlyLinear(pattern)).toBe(false);
});

test('the checker never finds danger where an expression is plainly linear', () => {
  const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\w', '\\d', '-');
  const { expression } = fc.letrec<{ expression: string; term: string }>((tie) => ({
    expression: fc.oneof(
      { depthSize: 'small' },
      tie('term'),
      fc.array(tie('term'), { minLength: 1, maxLength: 3 }).map((terms) => terms.join('')),
      fc.tuple(tie('term'), tie('term')).map(([left, right]) => `(?:${left}|${right})`),
    ),
    term: fc
      .tuple(
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          atom,
          tie('expression').map((one) => `(?:${one})`),
        ),
        fc.constantFrom('', '', '*', '+', '?', '{1,3}', '{2}'),
      )
      .map(([one, quantifier]) => one + quantifier),
  }));
  let linear = 0;
  fc.assert(
    fc.property(expression, (text) => {
      const pattern = `^${text}$`;
      if (pattern.length > 60 || !isPlainlyLinear(pattern)) return;
      linear++;
      expect({ pattern, status: checkSync(pattern, 'u', { timeout: 5000 }).status }).toEqual({
        pattern,
        status: 'safe',
      });
    }),
    { numRuns: 300 },
  );
  expect(linear).toBeGreaterThan(30);
});
