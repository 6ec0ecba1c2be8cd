/**
 * Returns about how many tokens a text costs. It needs no table of tokens, and time in proportion
 * to the length of the text. The weights imitate `o200k_base`, the encoding of OpenAI since GPT-4o.
 *
 * For tools as JSON, half of the estimates are within 2 %, and nine of ten within 6 %. For prose in
 * Chinese, Japanese, Korean and Russian, half are within 15 %. Some languages, such as Polish, come
 * out a quarter too low.
 *
 * @returns a whole number. 0 only for an empty text
 */
export function estimateTokens(text: string): number {
  if (text === '') return 0;
  let sum = START;
  for (const match of text.matchAll(PIECES)) sum += costOf(match);
  return Math.max(1, Math.round(sum));
}

/** A kind of piece of a text, with its cost in tokens. */
interface Kind {
  readonly pattern: RegExp;
  /** For each piece. Default: 0. */
  readonly each?: number;
  /** For each UTF-16 unit of a piece after the first `free` ones. Default: 0. */
  readonly unit?: number;
  readonly free?: number;
}

/**
 * The first kind that matches counts. Words in English are mostly one token. Words of other
 * languages are mostly several, so that their letters count.
 */
const KINDS: readonly Kind[] = [
  { pattern: /[A-Z]?[a-z]+|[A-Z]+/u, each: 1.013, unit: 0.064, free: 7 },
  { pattern: /[!-/:-@[-`{-~]+/u, each: 0.891, unit: 0.287, free: 3 },
  { pattern: /[0-9]{1,3}/u, each: 1.626 },
  { pattern: /\s{2,}|\n/u, each: 0.8 },
  { pattern: /\p{Script=Han}+/u, unit: 0.85 },
  { pattern: /[\p{Script=Hiragana}\p{Script=Katakana}ー]+/u, unit: 0.66 },
  { pattern: /\p{Script=Hangul}+/u, unit: 0.7 },
  { pattern: /\p{Script=Latin}+/u, unit: 0.42 },
  { pattern: /\p{Script=Cyrillic}+/u, unit: 0.27 },
  { pattern: /[\p{L}\p{M}]+/u, unit: 0.375 },
  { pattern: /[^\s\0-\x7F]/u, unit: 0.53 },
];

const PIECES = new RegExp(KINDS.map(({ pattern }) => `(${pattern.source})`).join('|'), 'gu');

/** The cost of a text without pieces, as fitted. */
const START = -0.73;

function costOf(match: RegExpExecArray): number {
  const [piece] = match;
  const { each = 0, unit = 0, free = 0 } = KINDS[match.indexOf(piece, 1) - 1] ?? {};
  return each + unit * Math.max(0, piece.length - free);
}
