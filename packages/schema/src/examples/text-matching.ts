import { codePointLength } from '../strings/code-points.js';
import { compiledPattern } from '../patterns/compiled-pattern.js';
import { PatternLimitError } from '../patterns/pattern-limit-error.js';
import { StepBudget } from '../patterns/step-budget.js';

/** The characters to try for a character class, the most readable first. */
const PROBES = Array.from(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- .,:;/@#+*=%&!?()[]{}<>"\'\\|~^$`\n\té漢',
);

/** Characters by kind, for texts with several kinds. */
const KINDS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789', '!@#$%&*-_.?+ '];

/** The longest text, in characters. */
const LONGEST_TEXT = 10_000;
/** The largest number of characters in all tried texts of one search. */
const MOST_TRIED = 50_000;

/** A way to write a text. The search tries each until a text matches. */
interface Manner {
  /**
   * Whether a repeated class uses another kind of character each time. Lookaheads of passwords and
   * codes require this.
   */
  readonly mixed: boolean;
  /** Whether the text contains the content of each lookahead at its place. */
  readonly ahead: boolean;
}

/** An attempt to write a text. */
interface Attempt extends Manner {
  /** The number of repetitions beyond the fewest allowed. */
  readonly extra: number;
  /** The number of the only quantifier that gets them. Undefined for all quantifiers. */
  readonly only?: number;
  /** The number of the alternative to take. */
  readonly choice: number;
  /** The number of the character to take from a class. */
  readonly variant: number;
}

const MANNERS: readonly Manner[] = [
  { mixed: false, ahead: false },
  { mixed: true, ahead: false },
  { mixed: false, ahead: true },
  { mixed: true, ahead: true },
];

/** The quantifiers that are tried alone. */
const MOST_QUANTIFIERS = 12;

/**
 * Returns a short text that matches a pattern, or undefined if none was found, for example because
 * of contradicting lookarounds.
 *
 * @param least - fewest code points, default 0
 * @param most - most code points, default unlimited
 * @param variant - another number gives another text if the pattern allows it
 */
export function textMatching(pattern: string, least = 0, most = Infinity, variant = 0): string | undefined {
  const text = textOfVariant(pattern, least, most, variant);
  if (text === undefined || variant === 0 || text !== textOfVariant(pattern, least, most, 0)) return text;
  return textOfVariant(pattern, codePointLength(text) + variant, most, variant) ?? text;
}

/** Returns a text that may be the same for another variant. */
function textOfVariant(pattern: string, least: number, most: number, variant: number): string | undefined {
  const budget = new StepBudget();
  const expression = compiledPattern(pattern, budget);
  if (expression === undefined) return undefined;
  let left = MOST_TRIED;
  for (const attempt of attemptsFor(pattern, least, variant)) {
    const text = new Sampler(pattern, attempt).sample();
    if (text === undefined) continue;
    // Without anchors, more characters may follow.
    for (const candidate of [text, text.padEnd(least, 'a'), text.padStart(least, 'a')]) {
      const length = codePointLength(candidate);
      if (length < least || length > most) continue;
      left -= candidate.length;
      if (left < 0) return undefined;
      const matches = answer(() => expression.test(candidate));
      if (matches !== false) return matches === true ? candidate : undefined;
    }
  }
  return undefined;
}

/** Yields the attempts, the shortest and most readable texts first. */
function* attemptsFor(pattern: string, least: number, variant: number): Generator<Attempt> {
  const manners = pattern.includes('(?') ? MANNERS : MANNERS.slice(0, 1);
  for (const manner of manners) {
    for (const extra of [0, 1, 2, 3, 5, 8, 13, least]) {
      for (let choice = 0; choice < 3; choice++) yield { ...manner, extra, choice: choice + variant, variant };
    }
  }
  // A negative lookaround may exclude the first characters of all classes, such as `000`.
  for (let other = variant + 1; other <= variant + 3 && /\(\?<?!/.test(pattern); other++) {
    for (const manner of manners) yield { ...manner, extra: 0, choice: variant, variant: other };
  }
  if (least === 0) return;
  for (const manner of manners) yield* withOneQuantifier(pattern, least, { ...manner, choice: variant, variant });
}

/** Yields attempts in which one quantifier alone gives the text its length. */
function* withOneQuantifier(pattern: string, least: number, attempt: Omit<Attempt, 'extra'>): Generator<Attempt> {
  const lengthWith = (extra: number, only: number): number =>
    codePointLength(new Sampler(pattern, { ...attempt, extra, only }).sample() ?? '');
  const shortest = lengthWith(0, 0);
  for (let only = 0; only < MOST_QUANTIFIERS; only++) {
    const unit = lengthWith(1, only) - shortest;
    if (unit > 0) yield { ...attempt, extra: Math.max(1, Math.ceil((least - shortest) / unit)), only };
  }
}

/** Returns the result of a test, or undefined if the text takes too many steps to match. */
function answer(test: () => boolean): boolean | undefined {
  try {
    return test();
  } catch (error) {
    if (error instanceof PatternLimitError) return undefined;
    throw error;
  }
}

/**
 * Reads a pattern from left to right and writes one text for it. The caller tests the text, so it
 * may be wrong.
 */
class Sampler {
  private position = 0;
  private depth = 0;
  /** The texts of the groups, by number and by name. */
  private readonly groups = new Map<string, string>();
  private opened = 0;
  private quantifiers = 0;

  constructor(
    private readonly pattern: string,
    private readonly attempt: Attempt,
  ) {}

  sample(): string | undefined {
    const text = this.alternatives();
    return this.position === this.pattern.length ? text : undefined;
  }

  /** Reads `a|b|c` and returns the text of one alternative. */
  private alternatives(): string | undefined {
    if (++this.depth > 50) return undefined;
    const texts = [this.sequence()];
    while (this.peek() === '|') {
      this.position++;
      texts.push(this.sequence());
    }
    this.depth--;
    return texts[this.attempt.choice % texts.length] ?? texts[0];
  }

  private sequence(): string | undefined {
    let text: string | undefined = '';
    while (this.position < this.pattern.length && this.peek() !== '|' && this.peek() !== ')') {
      const start = this.position;
      const atom = this.atom();
      const source = this.pattern.slice(start, this.position);
      const times = this.quantifier();
      if (times === undefined || times > LONGEST_TEXT || (atom === undefined && times > 0)) text = undefined;
      else if (text !== undefined && atom !== undefined) text += this.repeated(atom, source, times);
      if (text !== undefined && text.length > LONGEST_TEXT) return undefined;
    }
    return text;
  }

  private repeated(atom: string, source: string, times: number): string {
    if (!this.attempt.mixed || times < 2 || times > 1000 || !/^(?:\[|\.|\\[dDwWsSpP])/.test(source))
      return atom.repeat(times);
    const expression = compiledPattern(`^${source}$`);
    const kinds = KINDS.flatMap((kind) => Array.from(kind).find((probe) => expression?.test(probe) === true) ?? []);
    return Array.from({ length: times }, (_, i) => kinds[i % kinds.length] ?? atom).join('');
  }

  private atom(): string | undefined {
    const character = this.peek();
    if (character === '(') return this.group();
    if (character === '[') return this.matching(this.takeClass());
    if (character === '\\') return this.escape();
    this.position++;
    if (character === '^' || character === '$') return '';
    return character === '.' ? this.matching('.') : character;
  }

  private group(): string | undefined {
    this.position++;
    const lookaround = /^\?<?[=!]/.exec(this.rest());
    const prefix = lookaround ?? /^\?:|^\?<([^>]*)>/.exec(this.rest());
    this.position += prefix?.[0].length ?? 0;
    const number = prefix === null || prefix[1] !== undefined ? String(++this.opened) : undefined;
    const inside = this.alternatives();
    if (this.peek() !== ')') return undefined;
    this.position++;
    if (lookaround !== null) return this.attempt.ahead && lookaround[0] === '?=' ? inside : '';
    if (number !== undefined) this.groups.set(number, inside ?? '').set(prefix?.[1] ?? number, inside ?? '');
    return inside;
  }

  private takeClass(): string {
    const start = this.position;
    let isEscaped = false;
    for (this.position++; this.position < this.pattern.length; this.position++) {
      if (!isEscaped && this.peek() === ']') break;
      isEscaped = !isEscaped && this.peek() === '\\';
    }
    this.position++;
    return this.pattern.slice(start, this.position);
  }

  private escape(): string | undefined {
    const escape =
      /^\\(?:[1-9]\d*|k<[^>]*>|[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[\s\S])/u.exec(
        this.rest(),
      )?.[0];
    if (escape === undefined) return undefined;
    this.position += escape.length;
    if (/^\\[bB]$/.test(escape)) return '';
    if (/^\\[dDwWsSpP]/.test(escape)) return this.matching(escape);
    const group = /^\\(?:k<(.*)>|([1-9]\d*))$/.exec(escape);
    if (group !== null) return this.groups.get(group[1] ?? group[2] ?? '') ?? '';
    if (/^\\[fnrtvuxc0]/.test(escape)) return this.codePoint(escape);
    return escape.slice(1);
  }

  private codePoint(escape: string): string | undefined {
    const hex = /^\\[ux]\{?([\da-fA-F]+)\}?$/.exec(escape)?.[1];
    if (hex === undefined) return { '\\n': '\n', '\\t': '\t', '\\r': '\r', '\\f': '\f', '\\v': '\v' }[escape];
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  }

  /** Returns a character that a class or an escape accepts. */
  private matching(source: string): string | undefined {
    const expression = compiledPattern(`^${source}$`);
    const found =
      expression === undefined ? [] : [...PROBES, ...this.named(source)].filter((probe) => expression.test(probe));
    return found[this.attempt.variant % found.length];
  }

  /** Returns the characters that a class names. They may be of any script. */
  private named(source: string): readonly string[] {
    const characters = source.match(/\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|[^\\]/gu) ?? [];
    return characters.flatMap((one) => (one.startsWith('\\') ? (this.codePoint(one) ?? []) : one));
  }

  /** Returns the number of repetitions: the fewest allowed, and up to `extra` more. */
  private quantifier(): number | undefined {
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.rest());
    if (found === null) return 1;
    this.position += found[0].length;
    const [text, least, comma, most] = found;
    const { only = this.quantifiers } = this.attempt;
    const extra = only === this.quantifiers++ ? this.attempt.extra : 0;
    if (text.startsWith('?')) return Math.min(1, extra);
    if (text.startsWith('*')) return extra;
    if (text.startsWith('+')) return 1 + extra;
    const start = Number(least);
    if (comma === undefined) return start;
    return most === '' || most === undefined ? start + extra : Math.min(Number(most), start + extra);
  }

  private peek(): string {
    return this.pattern.charAt(this.position);
  }

  private rest(): string {
    return this.pattern.slice(this.position);
  }
}
