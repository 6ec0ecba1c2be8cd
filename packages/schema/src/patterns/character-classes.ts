import type { StepBudget } from './step-budget.js';
import { nativePattern } from './native-pattern.js';

/** The number of remembered characters beyond ASCII. */
const MOST_CHARACTERS = 2_000;
/** Steps of a budget for one test of a character. */
const COST_OF_TEST = 8;

/**
 * Divides characters into classes. A pattern accepts all characters of a class in the same places.
 * The native engine decides which characters a class like `[a-z]` or an escape accepts.
 */
export class CharacterClasses {
  /** By code point: the index of the source with exactly that character. */
  private readonly literals = new Map<number, number>();
  private readonly tests: { readonly index: number; readonly expression: RegExp }[] = [];
  private readonly ascii: (number | undefined)[] = new Array<number | undefined>(128).fill(undefined);
  private readonly others = new Map<number, number>();
  private readonly byTaken = new Map<string, number>();
  /** By class: 1 for each source that accepts its characters. */
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

  /** Returns the class of a known character. */
  known(code: number): number | undefined {
    return code < 128 ? this.ascii[code] : this.others.get(code);
  }

  /**
   * Finds the class of a character and remembers it.
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

  /** Returns which sources accept the characters of a class. A class below 0 has none. */
  takenBy(kind: number): Uint8Array {
    return this.taken[kind] ?? this.nothing;
  }

  /** Returns whether `\b` treats the characters of a class as letters. */
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
  // Older patterns have escapes that the flag `u` forbids.
  return nativePattern(whole, 'u') ?? nativePattern(whole, '');
}
