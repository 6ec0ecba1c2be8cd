/**
 * Finds characters that a reader does not see: control characters except line breaks and tabs,
 * everything that Unicode lets a font ignore (zero width, bidirectional, fillers, variation
 * selectors, tags), and a blank letter.
 *
 * It allows two kinds that scripts need: joiners inside words and emoji, and the selector of the
 * emoji form after an emoji.
 */
export const HIDDEN = new RegExp(
  [
    '[^\\P{Cc}\\n\\t\\r]',
    '[[\\p{DI}--[\\u200C\\u200D\\uFE0E\\uFE0F]]\\p{Zl}\\p{Zp}\\u061C\\u2800\\uFFF9-\\uFFFB]',
    '(?<![\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])[\\u200C\\u200D]',
    '[\\u200C\\u200D](?![\\p{L}\\p{M}\\p{Extended_Pictographic}])',
    '(?<!\\p{Emoji})[\\uFE0E\\uFE0F]',
  ].join('|'),
  'v',
);
