import type { StepBudget } from './step-budget.js';

/** Characters, other than those of ASCII, whose classes are remembered. */
const MOST_CHARACTERS = 2_000;
/** Steps of a budget that one test of a character takes. */
const COST_OF_TEST = 8;

/**
 * Divides characters into classes: a pattern takes all characters of a class in the same places.
 * JavaScript's own engine says which characters a class like `[a-z]` or an escape takes.
 */
export class CharacterClasses {
  /** By code point: the index of the source that is that character. */
  private readonly literals = new Map<number, number>();
  private readonly tests: { readonly index: number; readonly expression: RegExp }[] = [];
  private readonly ascii: (number | undefined)[] = new Array<number | undefined>(128).fill(undefined);
  private readonly others = new Map<number, number>();
  private readonly byTaken = new Map<string, number>();
  /** By class: for each source, 1 if it takes the characters. */
  private readonly taken: Uint8Array[] = [];
  private readonly words: boolean[] = [];
  private readonly nothing: Uint8Array;

  constructor(sources: readonly string[]) {
    this.nothing = new Uint8Array(sources.length);
    for (const [index, source] of sources.entries()) {
      const code = source.codePointAt(0) ?? 0;
      const isLiteral = source.length === String.fromCodePoint(code).length && source !== '.';
      const expression = isLiteral ? undefined : wholeMatch(source);
      if (isLiteral) this.literals.set(code, index);
      else if (expression !== undefined) this.tests.push({ index, expression });
    }
  }

  get count(): number {
    return this.taken.length;
  }

  /** Returns the class of a character that came before. */
  known(code: number): number | undefined {
    return code < 128 ? this.ascii[code] : this.others.get(code);
  }

  /**
   * Finds the class of a character.
   *
   * @throws {PatternLimitError} if the budget ends first
   */
  find(code: number, text: string, budget: StepBudget): number {
    budget.spend(COST_OF_TEST * (this.tests.length + 1) + (this.nothing.length >> 1), text);
    const character = String.fromCodePoint(code);
    const isWord = /^\w$/.test(character);
    const sources = this.tests.flatMap(({ index, expression }) => (expression.test(character) ? [index] : []));
    const literal = this.literals.get(code);
    if (literal !== undefined) sources.push(literal);
    const kind = this.classOf(sources, isWord);
    if (code < 128) this.ascii[code] = kind;
    else {
      if (this.others.size >= MOST_CHARACTERS) this.others.clear();
      this.others.set(code, kind);
    }
    return kind;
  }

  /** Returns for each source whether it takes the characters of a class. No source takes a class below 0. */
  takenBy(kind: number): Uint8Array {
    return this.taken[kind] ?? this.nothing;
  }

  /** Returns whether the characters of a class are letters as `\b` means it. */
  isWord(kind: number): boolean {
    return this.words[kind] === true;
  }

  private classOf(sources: readonly number[], isWord: boolean): number {
    const key = `${isWord} ${sources.join(' ')}`;
    const known = this.byTaken.get(key);
    if (known !== undefined) return known;
    const taken = this.nothing.slice();
    for (const index of sources) taken[index] = 1;
    const kind = this.taken.push(taken) - 1;
    this.words.push(isWord);
    this.byTaken.set(key, kind);
    return kind;
  }
}

function wholeMatch(source: string): RegExp | undefined {
  const whole = `^(?:${source})$`;
  try {
    return new RegExp(whole, 'u');
  } catch {
    // Older patterns have escapes that are valid only without the flag `u`.
    try {
      return new RegExp(whole);
    } catch {
      return undefined;
    }
  }
}
