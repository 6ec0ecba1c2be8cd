import { CharacterClasses } from './character-classes.js';
import type { PatternNode } from './parse-pattern.js';
import { programOf, STEP, type PatternProgram } from './pattern-program.js';
import type { StepBudget } from './step-budget.js';

/** A test of strings against a pattern. */
export interface PatternTest {
  test(text: string): boolean;
}

/** Steps of a budget for the memory of one step in a set. */
const COST_TO_REMEMBER = 8;
/**
 * The steps of a budget that one text may spend on memory: a fixed part and a part for each
 * character.
 */
const MOST_TO_REMEMBER = 30_000;
const MOST_TO_REMEMBER_EACH = 64;
/**
 * The limit of steps in remembered sets, for each step of the program. Beyond it, all sets are
 * dropped.
 */
const MOST_REMEMBERED = 100;
/** The limit of character classes that stay between two texts. */
const MOST_CLASSES = 1_000;

/** The possible next steps after a character of some class. Known transitions stay. */
interface StepSet {
  readonly steps: Uint32Array;
  readonly before: Before;
  /** The next set, by the class of the next character. */
  readonly next: Map<number, StepSet | 'match'>;
}

/** The character before a place: none, a letter as `\b` defines it, or another one. */
type Before = 'start' | 'word' | 'other';

/**
 * Runs a pattern in time linear in the text. It follows all paths of the pattern at the same time
 * and remembers where they lead. The native engine tests single characters. Each visit of a step
 * costs budget.
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
  /** Whether the last {@link look} reached the end of the pattern. */
  private isMatch = false;

  constructor(node: PatternNode) {
    this.program = programOf(node);
    this.classes = new CharacterClasses(this.program.characters);
    this.current = new StepList(this.program.length);
    this.following = new StepList(this.program.length);
  }

  /**
   * Returns whether a part of the text matches.
   *
   * @throws {PatternLimitError} if the budget ends first
   */
  test(text: string, budget: StepBudget): boolean {
    if (this.classes.count > MOST_CLASSES) this.forget();
    const { classes } = this;
    // A remembered step still takes some time.
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

  /**
   * Tests the rest of a text without remembering sets. To look a set up would take longer than to
   * find it again.
   */
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

  /**
   * Finds the steps after a set and a character of a class. Returns the number of visited steps.
   */
  private step({ steps, before }: StepSet, kind: number): number {
    this.current.fill(steps);
    return this.look(before, kind);
  }

  /**
   * Writes the steps after the `current` steps into `following`. Returns the number of visited
   * steps.
   */
  private look(before: Before, kind: number): number {
    const { kinds, next, details, forks, start } = this.program;
    const { current, following } = this;
    const taken = this.classes.takenBy(kind);
    const isBoundary = (before === 'word') !== this.classes.isWord(kind);
    this.isMatch = false;
    following.clear();
    // The list grows during the loop. Each step is visited once.
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

/** The class for the end of the text. */
const END = -1;

/** A list of distinct steps in the order of their addition. `clear` takes constant time. */
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
