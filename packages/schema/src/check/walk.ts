import { describeReceived } from '../issues/describe-received.js';
import type { Issue, Path } from '../issues/issue.js';
import { hidesValue } from '../issues/sensitive.js';
import { PatternLimitError } from '../patterns/pattern-limit-error.js';
import type { Recursion } from './schema-node.js';
import { WalkMemory } from './walk-memory.js';

/** A search for issues stops at so many, unless told otherwise. */
export const ISSUE_LIMIT = 20;

/** What a search for issues may be told. */
export interface CollectOptions {
  /** The search stops at so many issues. {@link ISSUE_LIMIT} by default. */
  readonly limit?: number | undefined;
  /** Paths whose values no text shows; `*` stands for every item or key. */
  readonly sensitive?: readonly Path[] | undefined;
  /** The text that the author of a tool wrote for a rule at a path, where there is one. */
  readonly messages?: ((path: Path, rule: string) => string | undefined) | undefined;
}

/** Steps after which a check gives up: no honest schema needs as many for arguments within the limits. */
const MOST_STEPS = 500_000;
/** Schemas inside schemas, and values inside values, deeper than this are not followed. */
const DEEPEST = 600;

/** What is expected where a text takes too many steps to match. */
const SIMPLER_TEXT = 'a shorter string, because this one takes too long to check against its pattern';

/** What is wrong with a value: the phrase is made only when somebody reads it. */
export interface Problem {
  readonly rule: string;
  readonly expected: string;
  readonly received: unknown;
  /** What is said instead of the value. */
  readonly receivedText?: string | undefined;
  readonly suggestion?: string | undefined;
  /** Another type of the value, or the lack of it, could pass. */
  readonly mayPass?: boolean;
  /** The value came under a name that nobody declared: it may be a sensitive one, misspelt. */
  readonly undeclared?: true;
}

/** What a walk asks about a value: a prepared schema. */
interface Checked {
  check(value: unknown, walk: Walk): boolean;
}

/** The same, of a schema that leads back to itself. */
interface Recursive extends Checked {
  readonly recursion: Recursion;
}

/** One pass over a value: where it stands, what it found, and when it stops. */
export class Walk {
  readonly path: (string | number)[] = [];
  issues: Issue[] = [];
  /** Whether nothing more is worth finding, so that the first `false` ends the walk. */
  done: boolean;
  /** Some problem stays, whatever type a value is taken for: a bound, a missing or an unknown name. */
  isHopeless = false;
  private readonly limit: number;
  private depth = 0;
  private steps = 0;
  /** Shared with the walks of branches. */
  private memory: WalkMemory<Walk> | undefined;
  private isValid = true;

  /** @param options - undefined for a walk that only answers yes or no */
  constructor(private readonly options: CollectOptions | undefined) {
    this.done = options === undefined;
    this.limit = options?.limit ?? ISSUE_LIMIT;
  }

  /** For another value; only for a walk that answers yes or no, and so has no issues. */
  startAnew(): void {
    this.path.length = 0;
    this.depth = 0;
    this.steps = 0;
    this.memory = undefined;
  }

  /** Whether a value passes, without a word about why not. */
  fits(node: Checked, value: unknown): boolean {
    const wasDone = this.done;
    this.done = true;
    const valid = node.check(value, this);
    this.done = wasDone;
    return valid;
  }

  /** The issues that a value has with a schema, kept apart from those of this walk. */
  branch(node: Checked, value: unknown): Walk {
    const walk = new Walk(this.options);
    for (const key of this.path) walk.path.push(key);
    walk.depth = this.depth;
    walk.steps = this.steps;
    walk.memory = this.memory;
    try {
      walk.isValid = node.check(value, walk);
    } catch (error) {
      this.path.splice(0, this.path.length, ...walk.path);
      throw error;
    }
    this.steps = walk.steps;
    this.memory = walk.memory;
    return walk;
  }

  /** Checks a list or an object against a schema that leads back to itself: once. */
  remember(node: Recursive, value: object): boolean {
    if (this.done) {
      // A walk that only answers, and comes to a value once, needs no memory.
      if (this.options === undefined && node.recursion === 'plain') return node.check(value, this);
      this.memory ??= new WalkMemory();
      return this.memory.answer(node, value) ?? this.memory.keepAnswer(node, value, node.check(value, this));
    }
    if (node.recursion === 'plain') return node.check(value, this);
    this.memory ??= new WalkMemory();
    const known = this.memory.branch(node, value);
    const isKnown = known !== undefined && samePath(known.path, this.path);
    const branch = isKnown ? known : this.memory.keepBranch(node, value, this.branch(node, value));
    if (branch.isValid) return true;
    this.isHopeless ||= branch.isHopeless;
    return this.adopt(branch);
  }

  /** Called before every schema; false when the check must give up. Each `true` is followed by {@link leave}. */
  enter(): boolean {
    if (this.depth >= DEEPEST || this.steps >= MOST_STEPS) {
      return this.report({ rule: 'depth', expected: 'a simpler value', received: {} });
    }
    this.depth++;
    this.steps++;
    return true;
  }

  leave(): void {
    this.depth--;
  }

  /**
   * Notes that the check gave up at the present place, because a text takes too many steps to match.
   * It gave up on the whole value: under `not` or in a union, one unknown answer says nothing.
   */
  giveUp(error: unknown): false {
    if (!(error instanceof PatternLimitError)) throw error;
    this.done = this.options === undefined || this.issues.length >= this.limit;
    return this.report({ rule: 'pattern', expected: SIMPLER_TEXT, received: error.text });
  }

  /** Notes a problem of the present place. Always false, so that a check can return it. */
  report(problem: Problem): false {
    if (this.done) return false;
    if (problem.mayPass !== true) this.isHopeless = true;
    if (!this.has(this.path)) this.add(this.issueOf(problem));
    return false;
  }

  /** Takes over the issues of a branch. Always false. */
  adopt(branch: Walk): false {
    for (const issue of branch.issues) {
      if (!this.done && !this.has(issue.path)) this.add(issue);
    }
    return false;
  }

  /** One place has one issue: the first says it all. */
  private has(place: Path): boolean {
    for (const { path } of this.issues) if (samePath(path, place)) return true;
    return false;
  }

  private add(issue: Issue): void {
    // Most find one, and a list that is pushed to makes room for 17.
    if (this.issues.length === 0) this.issues = [issue];
    else this.issues.push(issue);
    if (this.issues.length >= this.limit) this.done = true;
  }

  private issueOf({ rule, expected, received, receivedText, suggestion, undeclared }: Problem): Issue {
    const path = this.path.slice();
    const sensitive = this.options?.sensitive;
    const hidden = sensitive !== undefined && hidesValue(sensitive, path, received, undeclared === true);
    const message = this.options?.messages?.(path, rule);
    const text = hidden ? '(hidden)' : (receivedText ?? describeReceived(received));
    if (message !== undefined) return { path, rule, expected, received: text, message };
    const hasSuggestion = suggestion !== undefined && (!hidden || undeclared === true);
    if (hasSuggestion) return { path, rule, expected, received: text, suggestion };
    return { path, rule, expected, received: text };
  }
}

function samePath(a: Path, b: Path): boolean {
  if (a.length !== b.length) return false;
  // Paths of siblings differ at the end.
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return false;
  return true;
}
