import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { visibleText } from '../../src/elicitation/visible-text.js';

it('escapes invisible characters', () => {
  expect(visibleText('a\u202eb\u200bc\u0007d\u{e0041}')).toBe('a\\u{202e}b\\u{200b}c\\u{7}d\\u{e0041}');
});

it('leaves ordinary text of all scripts as it is', () => {
  const text = 'Zwölf Boxkämpfer, 日本語, العربية, 👍🏽 — “quoted”\n\ttabbed';
  expect(visibleText(text)).toBe(text);
});

it('leaves nothing hidden, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleText(text)).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}/u);
    }),
  );
});
