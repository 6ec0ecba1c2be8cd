import fc from 'fast-check';
import { patternOf } from '../../src/constraints/patterns/pattern-of.js';

describe('an expression becomes a pattern that decides the same', () => {
  test.each<[RegExp, string]>([
    [/^a+$/, '^a+$'],
    [/^a+$/u, '^a+$'],
    [/^a+$/g, '^a+$'],
    [/^[\w\-]+$/, '^[\\w\\-]+$'],
    [/^\w+\@\w+\-x$/, '^\\w+@\\w+-x$'],
    [/^\_a$/, '^_a$'],
    [/^[^/]+$/, '^[^/]+$'],
    [/^.*\.txt$/, '^.*\\.txt$'],
    [/^a\/b$/, '^a\\/b$'],
    [/x{2,3}/, 'x{2,3}'],
    [/a{b}/, 'a\\{b\\}'],
    [/a]/, 'a\\]'],
    [/^(?:0|[1-9]\d*)$/, '^(?:0|[1-9]\\d*)$'],
    [/^.{1,3}$/u, '^.{1,3}$'],
    [/[\u0400-\u04ff]/, '[\\u0400-\\u04ff]'],
  ])('%s', (expression, pattern) => {
    expect(patternOf(expression)).toEqual({ pattern });
  });

  test.each([/^[^/]+$/, /^.*\.txt$/, /^a.+$/, /\S+/, /^\w+\@\w+\-x$/, /^[^a]*b$/])('%s on any text', (expression) => {
    const { pattern } = patternOf(expression) as { pattern: string };
    const compiled = new RegExp(pattern, 'u');
    const text = fc.array(
      fc.oneof(fc.constantFrom('a', 'b', '/', '.txt', '@', '-x', '😀', '\ud83d', '\n'), fc.string()),
    );
    fc.assert(
      fc.property(text, (parts) => {
        expect(compiled.test(parts.join(''))).toBe(expression.test(parts.join('')));
      }),
    );
  });
});

describe('an expression without a pattern', () => {
  test.each<[RegExp, string]>([
    [/a/i, 'the flag `i` cannot be said'],
    [/a/ms, 'the flags `ms` cannot be said'],
    [/a/y, 'the flag `y` cannot be said'],
    [/^.{1,3}$/, '`.` takes halves of emoji'],
    [/^.+.$/, '`.` takes halves of emoji'],
    [/^.$/, '`.` takes halves of emoji'],
    [/^(?:[^a])+$/, '`[^a]` takes halves of emoji'],
    [/[😀]/, 'beyond U+FFFF'],
    [/\ud83d/, 'halves of pairs'],
    [new RegExp('\\u{3}'), '`\\u` means something else'],
    [/[\w-.]/, 'no form with the flag `u`'],
  ])('%s', (expression, reason) => {
    expect((patternOf(expression) as { reason: string }).reason).toContain(reason);
  });
});
