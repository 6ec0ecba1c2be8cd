import { describeReceived } from '../strings/describe-received.js';
import type { Issue, Path } from '../issues/issue.js';
import { ANY_VALUE } from '../strings/any-value.js';
import { joinedByAnd } from '../strings/joined-by-and.js';
import { mayHoldJson } from '../strings/may-hold-json.js';
import { isSamePath } from '../issues/same-path.js';
import { assignsOne, hidesOutside, startIn, type SensitiveParts } from '../issues/sensitive.js';
import { PatternLimitError } from '../patterns/pattern-limit-error.js';
import type { SchemaNode } from './schema-node.js';
import type { Search } from './search.js';
import { StepLimitError } from './step-limit-error.js';
import { PairMap } from '../values/pair-map.js';

/** The steps after which a check gives up. Valid arguments within the limits need fewer. */
const MOST_STEPS = 500_000;
/** The deepest level of nested schemas and values that a check follows. */
const DEEPEST = 600;

/** The expected value if a string takes too many steps to match. */
const SIMPLER_TEXT = 'a shorter string, because this one takes too long to check against its pattern';

/** The rules of which one value may break several. A text tells all of them. */
export const JOINED: ReadonlySet<string> = new Set([
  ...['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'not'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'contains', 'minProperties', 'maxProperties'],
]);

/** A problem of a value. Frequent ones have the same properties: V8 then gives them one shape. */
export interface Problem {
  readonly rule: string;
  readonly expected: string;
  readonly received: unknown;
  /** A text that replaces the description of the value. */
  readonly receivedText?: string | undefined;
  readonly suggestion?: string | undefined;
  /** Whether another type, or leaving out the value, could make it valid. */
  readonly mayPass?: boolean;
  /** Whether the name of the value is undeclared. It may be a misspelled sensitive name. */
  readonly undeclared?: true | undefined;
}

/** One pass over a value: its path, its issues and its limits. */
export class Walk {
  readonly path: (string | number)[] = [];
  /** The last key of the current place if it is not in `path`: a list that grows takes time. */
  leaf: string | number | undefined = undefined;
  issues: Issue[] = [];
  /** Whether no more problems are needed. Then the first `false` ends the walk. */
  done: boolean;
  /**
   * Whether a problem remains if the value gets another type: a bound, a missing or an unknown
   * name.
   */
  isHopeless = false;
  /** Whether a problem is about a string that may contain the JSON of a list or an object. */
  hasJsonText = false;
  /** Whether a problem is about an object, null, or a number that JavaScript may have rounded. */
  hasUnclearValue = false;
  /** Whether the path of a problem leads into a sensitive value. */
  isInsideSensitive = false;
  /** Whether a collector met an undeclared name. */
  hasUndeclared = false;
  /** Whether the values are those of an undeclared name, checked under the name that it means. */
  private isUndeclared = false;
  private depth = 0;
  private steps = 0;
  /** The answers that walks of branches share. */
  private memory: WalkMemory | undefined = undefined;
  private isValid = true;

  /** @param search - undefined for a walk that only returns whether a value is valid */
  constructor(private readonly search: Search | undefined) {
    this.done = search === undefined;
  }

  /** Prepares the walk for another value. Only for a walk without issues. */
  startAnew(): void {
    this.path.length = 0;
    this.depth = 0;
    this.steps = 0;
    this.memory = undefined;
  }

  /** Returns whether a value is valid, without reports. */
  fits(node: SchemaNode, value: unknown): boolean {
    const wasDone = this.done;
    this.done = true;
    const valid = node.check(value, this);
    this.done = wasDone;
    return valid;
  }

  /** Collects the issues of a value separately from the issues of this walk. */
  branch(node: SchemaNode, value: unknown): Walk {
    const walk = new Walk(this.search);
    for (const key of this.path) walk.path.push(key);
    walk.isUndeclared = this.isUndeclared;
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

  /** Checks the value of an undeclared name under a declared name that it means. */
  checkMeant(name: string, value: unknown, node: SchemaNode): void {
    const wasUndeclared = this.isUndeclared;
    this.isUndeclared = true;
    node.checkAt(name, value, this);
    this.isUndeclared = wasUndeclared;
  }

  /** Checks a list or an object against a recursive schema once. */
  remember(node: SchemaNode, value: object): boolean {
    if (this.done) {
      // A walk without issues that visits each value once does not need a memory.
      if (this.search === undefined && node.recursion === 'plain') return node.check(value, this);
      const { answers } = (this.memory ??= new WalkMemory());
      return answers.get(node, value) ?? answers.set(node, value, node.check(value, this));
    }
    if (node.recursion === 'plain') return node.check(value, this);
    const { branches } = (this.memory ??= new WalkMemory());
    const known = branches.get(node, value);
    const isKnown = known !== undefined && isSamePath(known.path, this.path);
    const branch = isKnown ? known : branches.set(node, value, this.branch(node, value));
    if (branch.isValid) return true;
    this.isHopeless ||= branch.isHopeless;
    return this.adopt(branch);
  }

  /**
   * Enters a schema. Call {@link leave} afterwards.
   *
   * @throws {StepLimitError} if the check must give up
   */
  enter(): void {
    if (this.depth >= DEEPEST || this.steps >= MOST_STEPS) throw new StepLimitError();
    this.depth++;
    this.steps++;
  }

  leave(): void {
    this.depth--;
  }

  /**
   * Reports that a check takes too many steps. The whole check stops, because the answer of `not`
   * or of a union would be unknown.
   */
  giveUp(error: unknown): false {
    const problem = problemOfLimit(error);
    if (problem === undefined) throw error;
    this.done = this.search === undefined || this.issues.length >= this.search.limit;
    return this.report(problem);
  }

  /** Reports a problem at the current place. Returns false, so a check can return the result. */
  report(problem: Problem): false {
    if (this.done) return false;
    if (problem.mayPass !== true) this.isHopeless = true;
    const place = this.place();
    const known = this.indexAt(place);
    if (known < 0) this.add(this.issueAt(place, problem));
    else if (JOINED.has(problem.rule)) this.join(known, this.issueAt(place, problem));
    return false;
  }

  /** Reports a problem of the value under a key of the value at the current place. */
  reportAt(key: string, problem: Problem): false {
    this.path.push(key);
    this.report(problem);
    this.path.pop();
    return false;
  }

  /**
   * Adds the issues of a branch. Returns false, so a check can return the result.
   *
   * @param issues - the issues in other words. Default: those of the branch
   */
  adopt(branch: Walk, issues: readonly Issue[] = branch.issues): false {
    this.hasJsonText ||= branch.hasJsonText;
    this.hasUnclearValue ||= branch.hasUnclearValue;
    this.isInsideSensitive ||= branch.isInsideSensitive;
    for (const issue of issues) {
      if (this.done) break;
      const known = this.indexAt(issue.path);
      if (known < 0) this.add(issue);
      else this.join(known, issue);
    }
    return false;
  }

  /** Sets the expectation of missing properties of the current value that do not have one. */
  describeMissing(from: number, phraseOf: (name: string) => string | undefined): void {
    const place = this.path.length;
    for (let i = from; i < this.issues.length; i++) {
      const issue = this.issues[i];
      if (issue?.rule !== 'required' || issue.expected !== ANY_VALUE || issue.path.length !== place + 1) continue;
      const expected = phraseOf(String(issue.path[place]));
      if (expected !== undefined) this.issues[i] = { ...issue, expected };
    }
  }

  /** Returns a copy of the path of the current place. */
  private place(): Path {
    const { path, leaf } = this;
    if (leaf === undefined) return path.slice();
    // Lists of a known length are the fastest.
    if (path.length === 0) return [leaf];
    return path.length === 1 ? [path[0] as string, leaf] : [...path, leaf];
  }

  /** Returns the position of the issue at a place, or -1. Each place has only one. */
  private indexAt(place: Path): number {
    for (let i = 0; i < this.issues.length; i++) {
      const issue = this.issues[i];
      if (issue !== undefined && isSamePath(issue.path, place)) return i;
    }
    return -1;
  }

  /** Adds the expectation of an issue to that of an earlier one at the same place. */
  private join(index: number, { rule, expected, message }: Issue): void {
    const known = this.issues[index];
    if (known === undefined || !JOINED.has(known.rule) || !JOINED.has(rule)) return;
    if (known.message !== undefined || message !== undefined) return;
    this.issues[index] = { ...known, expected: joinedByAnd(known.expected, expected) };
  }

  private add(issue: Issue): void {
    const { issues } = this;
    // Most walks find few issues, and `push` allocates room for 17.
    if (issues.length === 0) this.issues = [issue];
    else if (issues.length === 1) this.issues = [issues[0] as Issue, issue];
    else if (issues.length === 2) this.issues = [issues[0] as Issue, issues[1] as Issue, issue];
    else issues.push(issue);
    if (this.search === undefined || this.issues.length >= this.search.limit) this.done = true;
  }

  private issueAt(path: Path, { rule, expected, received, receivedText, suggestion, undeclared }: Problem): Issue {
    if (mayHoldJson(received)) this.hasJsonText = true;
    else if (isUnclear(received)) this.hasUnclearValue = true;
    const { search } = this;
    const sensitive = search?.sensitive;
    const hidden = sensitive !== undefined && this.hides(sensitive, path, received, undeclared === true);
    const message = search?.messages?.(path, rule);
    const text = hidden ? '(hidden)' : (receivedText ?? describeReceived(received));
    if (message !== undefined) return { path, rule, expected, received: text, message };
    const hasSuggestion = suggestion !== undefined && (!hidden || undeclared === true);
    if (hasSuggestion) return { path, rule, expected, received: text, suggestion };
    return { path, rule, expected, received: text };
  }

  private hides(sensitive: SensitiveParts, path: Path, value: unknown, isUndeclared: boolean): boolean {
    if (this.search?.hidesTextsOnly === true) return typeof value === 'string' && assignsOne(value, sensitive.names);
    const start = startIn(sensitive, path);
    if (start === -1) {
      return value !== undefined && hidesOutside(sensitive, path, value, isUndeclared || this.isUndeclared);
    }
    if (start < path.length) this.isInsideSensitive = true;
    return value !== undefined;
  }
}

/** The answers of recursive schemas about lists and objects, during the check of one value. */
class WalkMemory {
  /** Whether a value is valid. */
  readonly answers = new PairMap<SchemaNode, object, boolean>();
  /** The walk that collected the problems of a value. */
  readonly branches = new PairMap<SchemaNode, object, Walk>();
}

function isUnclear(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) >= FEWEST_ROUNDED;
  return typeof value === 'object' || typeof value === 'bigint';
}

/** The least number with 16 digits. */
const FEWEST_ROUNDED = 1e15;

function problemOfLimit(error: unknown): Problem | undefined {
  if (error instanceof PatternLimitError) return { rule: 'pattern', expected: SIMPLER_TEXT, received: error.text };
  return error instanceof StepLimitError ? { rule: 'depth', expected: 'a simpler value', received: {} } : undefined;
}
