import { CharacterClasses } from './character-classes.js';
import type { PatternNode } from './parse-pattern.js';
import { programOf, STEP, type PatternProgram } from './pattern-program.js';
import type { StepBudget } from './step-budget.js';

/** Tests texts against a pattern. */
export interface PatternTest {
  test(text: string): boolean;
}

/** Steps of a budget that it takes to remember one step of a set. */
const COST_TO_REMEMBER = 8;
/** Steps of a budget that one text may spend to remember sets: so many, and so many a character. */
const MOST_TO_REMEMBER = 30_000;
const MOST_TO_REMEMBER_EACH = 64;
/** Steps in all remembered sets, for each step of the program. All are forgotten beyond. */
const MOST_REMEMBERED = 100;
/** Classes of characters that are remembered from one text to the next. */
const MOST_CLASSES = 1_000;

/** Steps that may come next after a character of some class. What was found out about them stays. */
interface StepSet {
  readonly steps: Uint32Array;
  readonly before: Before;
  /** By the class of the next character. */
  readonly next: Map<number, StepSet | 'match'>;
}

/** The character before a place: none, a letter as `\b` means it, or another one. */
type Before = 'start' | 'word' | 'other';

/**
 * Runs a pattern in time linear in the text: it follows all ways of the pattern at once, and
 * remembers where they lead. JavaScript's own engine tests single characters. Each look at a step is
 * taken from a budget.
 *
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
export class LinearPattern {
  private readonly program: PatternProgram;
  private classes: CharacterClasses;
  private sets = new Map<string, StepSet>();
  private remembered = 0;
  private current: StepList;
  private following: StepList;
  /** Whether the last {@link look} came to the end of the pattern. */
  private isMatch = false;

  constructor(node: PatternNode) {
    this.program = programOf(node);
    this.classes = new CharacterClasses(this.program.characters);
    this.current = new StepList(this.program.length);
    this.following = new StepList(this.program.length);
  }

  /** @throws {PatternLimitError} if the budget ends first */
  test(text: string, budget: StepBudget): boolean {
    if (this.classes.count > MOST_CLASSES) this.forget();
    const { classes } = this;
    // A remembered step is cheap, but not free.
    budget.spend(text.length >> 2, text);
    let set = this.setOf([this.program.start], 'start');
    let left = MOST_TO_REMEMBER + MOST_TO_REMEMBER_EACH * text.length;
    for (let i = 0; i < text.length; i++) {
      const code = text.codePointAt(i) ?? 0;
      if (code > 0xffff) i++;
      const kind = classes.known(code) ?? classes.find(code, text, budget);
      let next = set.next.get(kind);
      if (next === undefined) {
        const looks = this.step(set, kind);
        budget.spend(looks * COST_TO_REMEMBER, text);
        left -= looks * COST_TO_REMEMBER;
        next = this.isMatch ? 'match' : this.setOf(this.sortedFollowing(), classes.isWord(kind) ? 'word' : 'other');
        set.next.set(kind, next);
      }
      if (next === 'match') return true;
      if (left <= 0) return this.testWithoutMemory(text, i + 1, next, budget);
      set = next;
    }
    budget.spend(this.step(set, END), text);
    return this.isMatch;
  }

  /** Tests the rest of a text, and remembers no sets: to name one costs more than to find it again. */
  private testWithoutMemory(text: string, from: number, set: StepSet, budget: StepBudget): boolean {
    const { classes } = this;
    let before = set.before;
    this.following.fill(set.steps);
    for (let i = from; i <= text.length; i++) {
      const code = i === text.length ? undefined : text.codePointAt(i);
      if (code !== undefined && code > 0xffff) i++;
      const kind = code === undefined ? END : (classes.known(code) ?? classes.find(code, text, budget));
      [this.current, this.following] = [this.following, this.current];
      budget.spend(this.look(before, kind), text);
      if (this.isMatch) return true;
      before = classes.isWord(kind) ? 'word' : 'other';
    }
    return false;
  }

  /** Finds where the steps of a set lead with a character of a class. Returns how many it looked at. */
  private step({ steps, before }: StepSet, kind: number): number {
    this.current.fill(steps);
    return this.look(before, kind);
  }

  /** Finds where the `current` steps lead, and writes these into `following`. Returns how many it looked at. */
  private look(before: Before, kind: number): number {
    const { kinds, next, details, forks, start } = this.program;
    const { current, following } = this;
    const taken = this.classes.takenBy(kind);
    const isBoundary = (before === 'word') !== this.classes.isWord(kind);
    this.isMatch = false;
    following.clear();
    // A list grows while it is gone through: each step is looked at once.
    for (let k = 0; k < current.length; k++) {
      const step = current.steps[k] ?? 0;
      const after = next[step] ?? 0;
      const detail = details[step] ?? 0;
      switch (kinds[step]) {
        case STEP.character:
          if (taken[detail] === 1) following.add(after);
          break;
        case STEP.fork:
          for (let i = after; i < after + detail; i++) current.add(forks[i] ?? 0);
          break;
        case STEP['^']:
          if (before === 'start') current.add(after);
          break;
        case STEP.$:
          if (kind === END) current.add(after);
          break;
        case STEP['\\b']:
          if (isBoundary) current.add(after);
          break;
        case STEP['\\B']:
          if (!isBoundary) current.add(after);
          break;
        default:
          this.isMatch = true;
          return k + 1;
      }
    }
    // A match may begin after every character.
    following.add(start);
    return current.length;
  }

  private forget(): void {
    this.classes = new CharacterClasses(this.program.characters);
    this.sets = new Map();
    this.remembered = 0;
  }

  private sortedFollowing(): Uint32Array {
    const { steps, length } = this.following;
    return steps.slice(0, length).sort();
  }

  private setOf(steps: ArrayLike<number>, before: Before): StepSet {
    const key = `${before} ${Array.prototype.join.call(steps, ' ')}`;
    const known = this.sets.get(key);
    if (known !== undefined) return known;
    this.remembered += steps.length;
    if (this.remembered > MOST_REMEMBERED * this.program.length) {
      this.sets = new Map();
      this.remembered = steps.length;
    }
    const set: StepSet = { steps: Uint32Array.from(steps), before, next: new Map() };
    this.sets.set(key, set);
    return set;
  }
}

/** The class of no character. */
const END = -1;

/** Steps in the order in which they were added, each once. To empty it takes no time. */
class StepList {
  length = 0;
  readonly steps: Uint32Array;
  private round = 1;
  private readonly addedIn: Uint32Array;

  constructor(size: number) {
    this.steps = new Uint32Array(size);
    this.addedIn = new Uint32Array(size);
  }

  add(step: number): void {
    if (this.addedIn[step] === this.round) return;
    this.addedIn[step] = this.round;
    this.steps[this.length++] = step;
  }

  clear(): void {
    this.length = 0;
    this.round++;
    if (this.round < 0xffffffff) return;
    this.round = 1;
    this.addedIn.fill(0);
  }

  fill(steps: Uint32Array): void {
    this.clear();
    for (const step of steps) this.add(step);
  }
}
