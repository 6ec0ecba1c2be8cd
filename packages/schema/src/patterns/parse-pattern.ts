/** A regular expression as a tree. */
export type PatternNode =
  /** One character that `source` accepts. */
  | { readonly kind: 'character'; readonly source: string }
  /** A place between characters. */
  | { readonly kind: 'place'; readonly source: '^' | '$' | '\\b' | '\\B' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number };

/** A parsed ECMAScript pattern. */
export interface ParsedPattern {
  /**
   * The parts, which a text must match or must not match. Leading lookaheads are separate parts.
   */
  readonly parts: readonly { readonly node: PatternNode; readonly wanted: boolean }[];
  /**
   * The largest number of steps for backtracking. Absent if it is not linear in the text or too
   * large.
   */
  readonly plain?: PlainCost;
  /** The number of characters and places, with repetitions written out. */
  readonly size: number;
}

/**
 * The largest number of backtracking steps: in total, or for each character of the text (`isEach`).
 */
export interface PlainCost {
  readonly steps: number;
  readonly isEach: boolean;
}

/** The longest pattern, in characters. */
const LONGEST = 10_000;
/** The deepest nesting of groups. */
const DEEPEST = 100;
/** The largest pattern, in characters and places with repetitions written out. */
const LARGEST = 1_000;
/**
 * The limits of backtracking steps in a plain pattern: in total, and for each character of the
 * text.
 */
const MOST_STEPS = 2_000;
const MOST_STEPS_EACH = 48;
/** One quantifier of a plain pattern may match in more ways than this. */
const FEW_WAYS = 10;

/** Parses a pattern. Returns a clause with the reason if the linear engine cannot run it. */
export function parsePattern(pattern: string): ParsedPattern | string {
  if (pattern.length > LONGEST) return `is longer than ${LONGEST} characters`;
  try {
    return new Parser(pattern).parse();
  } catch (error) {
    if (error instanceof Unsupported) return error.message;
    throw error;
  }
}

/**
 * Returns a clause with the reason if a pattern that no build checked may not run, because no
 * engine guarantees time linear in the text.
 */
export function patternHazard(pattern: string): string | undefined {
  const parsed = parsePattern(pattern);
  return typeof parsed === 'string' ? parsed : undefined;
}

class Unsupported extends Error {}

class Parser {
  private position = 0;
  /** The number of paths through the pattern. Quantifiers in `large` are not included. */
  private ways = 1;
  /** The number of quantifiers that can divide a text in more than {@link FEW_WAYS} ways. */
  private large = 0;
  /** Whether no group of the pattern is repeated. */
  private isSimple = true;
  /** Whether the engine begins once, at the start of the text. */
  private isAnchored: boolean;
  private readonly ahead: { readonly node: PatternNode; readonly wanted: boolean }[] = [];

  constructor(private readonly pattern: string) {
    this.isAnchored = pattern.startsWith('^');
  }

  parse(): ParsedPattern {
    const node = this.choice(0);
    if (this.position < this.pattern.length) throw new Unsupported('is not a regular expression');
    const parts = [...this.ahead, { node, wanted: true }];
    const plain = this.ahead.length === 0 ? this.plainCost(node) : undefined;
    if (plain !== undefined) return { parts, plain, size: 1 };
    const size = parts.reduce((sum, part) => sum + sizeOf(part.node), 0);
    if (size > LARGEST) throw new Unsupported('repeats too much');
    return { parts, size };
  }

  /**
   * Bounds the steps of a backtracking engine, because the native engine is faster where it is
   * safe.
   *
   * No group is repeated, so the engine passes each term once on each way. A way is a choice at
   * each alternative and at each quantifier. Without large quantifiers there are at most `ways`
   * ways, and each has at most as many steps as the pattern written out (`fixed`): `ways * fixed`
   * steps for each beginning. An anchored pattern begins once, another one at each character.
   *
   * In an anchored pattern, one large quantifier is entered at most once on each way that leads to
   * it. There it takes a run of characters: at most one step for each character. The rest of the
   * pattern is then tried after each shorter run, which takes `fixed` steps on each way. That is at
   * most `ways * (fixed + 2)` steps for each character of the text. Two large quantifiers, or one
   * and many beginnings, could make it quadratic.
   */
  private plainCost(node: PatternNode): PlainCost | undefined {
    if (!this.isSimple || this.large > (this.isAnchored ? 1 : 0)) return undefined;
    const isEach = this.large === 1 || !this.isAnchored;
    const steps = this.ways * (fixedSize(node) + 2);
    return steps <= (isEach ? MOST_STEPS_EACH : MOST_STEPS) ? { steps, isEach } : undefined;
  }

  private choice(depth: number): PatternNode {
    if (depth > DEEPEST) throw new Unsupported(`has groups more than ${DEEPEST} deep`);
    const parts = [this.sequence(depth)];
    while (this.take('|')) parts.push(this.sequence(depth));
    if (depth === 0 && parts.length > 1) {
      this.isAnchored = false;
      if (this.ahead.length > 0) throw new Unsupported('has a lookahead in one of its alternatives');
    }
    this.ways *= parts.length;
    return { kind: 'choice', parts };
  }

  private sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (this.position < this.pattern.length && !/[|)]/.test(this.peek())) {
      const isStart = depth === 0 && parts.length === 1 && parts[0]?.kind === 'place' && parts[0].source === '^';
      if (!(isStart && this.lookahead())) parts.push(this.quantified(this.term(depth)));
    }
    return { kind: 'sequence', parts };
  }

  private term(depth: number): PatternNode {
    const character = this.peek();
    if (character === '(') return this.group(depth);
    const place = /^(?:\^|\$|\\[bB])/.exec(this.rest())?.[0];
    const source = place ?? (character === '[' ? this.characterClass() : this.character());
    this.position += source.length;
    if (place !== undefined) return { kind: 'place', source: place as '^' };
    return { kind: 'character', source };
  }

  /** Reads a lookahead after the leading `^` as a separate pattern. */
  private lookahead(): boolean {
    const opening = /^\(\?[=!]/.exec(this.rest())?.[0];
    if (opening === undefined) return false;
    this.position += opening.length;
    const inside = this.choice(1);
    if (!this.take(')') || /^[*+?{]/.test(this.rest())) throw new Unsupported('has a quantified lookahead');
    const node: PatternNode = { kind: 'sequence', parts: [{ kind: 'place', source: '^' }, inside] };
    this.ahead.push({ node, wanted: opening === '(?=' });
    return true;
  }

  private group(depth: number): PatternNode {
    const opening = /^\((?:\?(?::|<?[=!]|<[^=!>][^>]*>))?/.exec(this.rest())?.[0] ?? '(';
    if (/[=!]$/.test(opening))
      throw new Unsupported(opening.includes('<') ? 'has a lookbehind' : 'has a lookahead after its beginning');
    if (opening === '(' && this.rest().startsWith('(?')) throw new Unsupported('has a group of an unknown kind');
    this.position += opening.length;
    const inside = this.choice(depth + 1);
    if (!this.take(')')) throw new Unsupported('is not a regular expression');
    return inside;
  }

  private quantified(part: PatternNode): PatternNode {
    const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})/.exec(this.rest());
    if (found === null) return part;
    if (part.kind === 'place') throw new Unsupported('is not a regular expression');
    const [text, sign, from, comma, to] = found;
    this.position += text.length;
    // A lazy quantifier matches the same texts.
    this.take('?');
    const least = sign === undefined ? Number(from) : Number(sign === '+');
    const most =
      sign === undefined ? Number(comma === undefined ? from : to === '' ? Infinity : to) : sign === '?' ? 1 : Infinity;
    if (part.kind === 'choice' && sign !== '?') this.isSimple = false;
    if (isLarge({ least, most })) this.large++;
    else this.ways *= most - least + 1;
    return { kind: 'repeat', part, least, most };
  }

  private characterClass(): string {
    const found = /^\[(?:[^\]\\]|\\[^])*\]/.exec(this.rest())?.[0];
    if (found === undefined) throw new Unsupported('is not a regular expression');
    return found;
  }

  private character(): string {
    if (this.peek() !== '\\') return this.peek();
    const rest = this.rest();
    if (/^\\(?:[1-9]|k<)/.test(rest)) throw new Unsupported('has a backreference');
    const found = ESCAPE.exec(rest)?.[0];
    if (found === undefined) throw new Unsupported('is not a regular expression');
    return found;
  }

  private take(text: string): boolean {
    if (!this.pattern.startsWith(text, this.position)) return false;
    this.position += text.length;
    return true;
  }

  private peek(): string {
    const code = this.pattern.codePointAt(this.position);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  private rest(): string {
    return this.pattern.slice(this.position);
  }
}

/** Matches an escaped character, or a class like `\d`. */
const ESCAPE =
  /^\\(?:u\{[\da-f]+\}|ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|[^])/iu;

/** Counts the characters and places with all repetitions written out. */
function sizeOf(node: PatternNode): number {
  if (node.kind === 'repeat') {
    const times = node.most === Infinity ? node.least + 1 : node.most;
    return 1 + Math.max(1, times) * sizeOf(node.part);
  }
  return 'parts' in node ? node.parts.reduce((sum, part) => sum + sizeOf(part), 1) : 1;
}

/** Counts the characters and places without the large quantifier of a plain pattern. */
function fixedSize(node: PatternNode): number {
  if (node.kind === 'repeat') return isLarge(node) ? fixedSize(node.part) : node.most * fixedSize(node.part);
  return 'parts' in node ? node.parts.reduce((sum, part) => sum + fixedSize(part), 0) : 1;
}

function isLarge({ least, most }: { readonly least: number; readonly most: number }): boolean {
  return most - least >= FEW_WAYS;
}
