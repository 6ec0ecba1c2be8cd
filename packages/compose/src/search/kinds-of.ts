const DAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|tonight|yesterday';
const MONTHS = 'January|February|March|April|June|July|August|September|October|November|December';

/** Patterns of values in a request, and the words that describe parameters for them. */
const KINDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)\b/i, ['date']],
  [new RegExp(`\\b(?:${DAYS})\\b`, 'i'), ['date']],
  [new RegExp(`\\b(?:${MONTHS})\\b`), ['date']],
  [/\b\d{1,2}:\d\d\b|\b\d{1,2} ?[ap]\.?m\b/i, ['time']],
  [/https?:\/\//, ['url']],
  [/[^\s@]@[^\s@.]+\./, ['email']],
  [/[$€£¥] ?\d/, ['amount', 'price']],
  [/\b(?:in|near) \p{Lu}\p{Ll}/u, ['location', 'city']],
];

/**
 * Returns words for the kinds of values in a request. A tool for `a flight on 2026-04-15` has a
 * parameter with `date` in its definition, but no definition contains the value.
 */
export function kindsOf(request: string): readonly string[] {
  return KINDS.flatMap(([pattern, kinds]) => (pattern.test(request) ? kinds : []));
}
