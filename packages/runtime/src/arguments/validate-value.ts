import type { ReadArguments } from '@haft/core/reflected';
import type { Repair } from '@haft/core';
import type { Findings, Issue, JsonValue, Path } from '@haft/schema';
import { declaresSensitive, describeReceived, findingsBy, hidesValue, isObject } from '@haft/schema/internal';
import { cutText } from '../results/cut-text.js';
import { isBelow, isSamePath } from './feedback/same-path.js';
import { withAbsence } from './with-absence.js';
import { authorMessages } from './rules/author-messages.js';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome, RefusedArguments } from './accepted-arguments.js';
import { completeCheck } from './check-tools.js';
import { checkerOf } from './checker-of.js';
import { issuesBeside, libraryIssues } from './library-issues.js';
import type { ReadValue } from './read-sent.js';
import { maskOutcome } from './mask-issues.js';
import { duplicateRepairs, factsOfText, type NumberInText } from './text/text-facts.js';
import { coerceArguments } from './value/coerce-arguments.js';
import { countNames } from './value/count-names.js';
import { infiniteNumbers } from './value/infinite-numbers.js';
import { inspectValue } from './value/inspect-value.js';
import { openedItems, openedTexts, type OpenedValues } from './value/opened-values.js';
import { valueAt } from './value/value-at.js';
import { withoutUndefined } from './value/without-undefined.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** Validates a value of any type (stages 6 to 10). */
export function validateValue(
  check: ArgumentCheck,
  read: ReadValue,
  limits: AcceptOptions,
  sensitive: readonly Path[],
): ArgumentsOutcome {
  completeCheck(check);
  return maskOutcome(check, sensitive, new Acceptance(check, read, limits, sensitive).validateAny());
}

/**
 * Validates the object of a short JSON text that `readExact` rejected. It does not compare it with
 * the limits: the closed type limits the depth, and a reserved name is an unknown name.
 */
export function explainValue(
  check: ArgumentCheck,
  read: ReadValue,
  limits: AcceptOptions,
  sensitive: readonly Path[],
): ArgumentsOutcome {
  completeCheck(check);
  return maskOutcome(check, sensitive, new Acceptance(check, read, limits, sensitive).explainParsed());
}

/** Hides the values of reserved names, which may be misspelt sensitive names. */
function withoutValues(issues: readonly Issue[], sensitive: readonly Path[]): readonly Issue[] {
  if (!declaresSensitive(sensitive)) return issues;
  return issues.map((issue) => ({ ...issue, received: '(hidden)' }));
}

function refusedObject(value: JsonObject, issues: readonly Issue[]): RefusedArguments {
  return { refusal: { issues }, repairs: NO_REPAIRS, checked: { value, issues } };
}

function refused(issues: readonly Issue[], problem?: string): RefusedArguments {
  return { refusal: problem === undefined ? { issues } : { issues, problem }, repairs: NO_REPAIRS };
}

const NO_REPAIRS: readonly Repair[] = [];

class Acceptance {
  private madeRepairs: Repair[] | undefined = undefined;
  /** Whether the value has all names of the text. */
  private hasAllNames = false;

  constructor(
    private readonly check: ArgumentCheck,
    private readonly read: ReadValue,
    private readonly limits: AcceptOptions,
    private readonly sensitive: readonly Path[],
  ) {}

  /** The repairs so far. Most rejected arguments have none, so the list is created on demand. */
  private get repairs(): Repair[] {
    return (this.madeRepairs ??= [...this.read.repairs]);
  }

  validateAny(): ArgumentsOutcome {
    const { value, text, names } = this.read;
    // A text was measured before, and its value is plain data: only its names are left to check.
    const counted = text === undefined ? undefined : countNames(value);
    if (counted !== undefined) return this.accept(value, counted === names);
    const { problem, issues, hasUndefined } = inspectValue(value, this.limits);
    if (problem !== undefined) return refused([], problem);
    if (issues.length > 0) return refused(withoutValues(issues, this.sensitive));
    return this.accept(hasUndefined ? withoutUndefined(value) : value);
  }

  explainParsed(): ArgumentsOutcome {
    const value = this.read.value as JsonObject;
    const { envelope } = this.check;
    if (envelope !== undefined && Object.hasOwn(value, envelope)) return this.repairOrRefuse(value);
    return this.coercedOr(value, this.findingsOf(value));
  }

  private accept(value: unknown, hasAllNames = false): ArgumentsOutcome {
    this.hasAllNames = hasAllNames;
    if (Array.isArray(value) && value.length === 0 && this.needsNothing()) {
      this.repairs.push({ path: [], kind: 'empty', from: '[]', to: '{}' });
      return this.accept({}, hasAllNames);
    }
    if (!isObject(value)) return this.refusedRoot(value);
    const object = value as JsonObject;
    return this.tryExact(object) ?? this.repairOrRefuse(object);
  }

  /** Rejects a value that is not an object, without a list of the names in the schema. */
  private refusedRoot(value: unknown): RefusedArguments {
    const { issues } = this.findingsOf(value);
    return refused(issues.map((one) => (one.rule === 'type' ? { ...one, expected: 'an object' } : one)));
  }

  /** Accepts or rejects an object that is not valid without a change. */
  private repairOrRefuse(value: JsonObject): ArgumentsOutcome {
    const inside = this.insideEnvelope(value);
    const accepted = this.tryInside(inside);
    if (accepted !== undefined) return accepted;
    const isEnvelope = inside !== undefined && !this.mayBeProperty();
    return this.coercedOr(value, this.findingsOf(value), isEnvelope ? inside : value);
  }

  /** Coerces an object with issues, or rejects it with the issues of `told`. */
  private coercedOr(value: JsonObject, findings: Findings, told = value): ArgumentsOutcome {
    const coerced = findings.isHopeless ? undefined : this.tryCoerced(value);
    if (coerced !== undefined) return coerced;
    const found = told === value ? findings : this.findingsOf(told);
    const inside = found.hasJsonText ? this.insideOf(openedTexts(told, found.issues, this.limits)) : undefined;
    const { value: shown, issues } = inside ?? { value: told, issues: this.withItemIssues(told, found.issues) };
    const own = issuesBeside({ value: shown, issues }, this.check.issuesOf?.(shown) ?? [], this.sensitive);
    return refusedObject(shown, withAbsence([...issues, ...own], this.check.schema()));
  }

  /**
   * Returns the issues inside of opened values, or undefined if they have a type that is wrong too.
   */
  private insideOf(
    opened: OpenedValues | undefined,
  ): (OpenedValues & { readonly issues: readonly Issue[] }) | undefined {
    if (opened === undefined) return undefined;
    const { issues } = this.findingsOf(opened.value);
    const isOther = issues.some(({ path }) => opened.paths.some((one) => isSamePath(one, path)));
    return isOther ? undefined : { ...opened, issues };
  }

  /** Adds the issues of each object that was sent for a list, as those of its first item. */
  private withItemIssues(value: JsonObject, issues: readonly Issue[]): readonly Issue[] {
    const items = this.insideOf(openedItems(value, issues));
    if (items === undefined) return issues;
    return issues.flatMap((issue) => {
      if (!items.paths.some((path) => isSamePath(path, issue.path))) return [issue];
      const inside = items.issues.filter(({ path }) => isBelow(path, [...issue.path, 0]));
      return resemblesItem(valueAt(value, issue.path), inside, issue.path.length + 2) ? [issue, ...inside] : [issue];
    });
  }

  private needsNothing(): boolean {
    return (this.check.schema().required ?? []).length === 0;
  }

  private tryExact(value: JsonObject): ArgumentsOutcome | undefined {
    const args = this.check.read(value);
    return args === undefined ? undefined : this.accepted(args, value);
  }

  private accepted(args: ReadArguments, wire: JsonObject): ArgumentsOutcome {
    const infinite = this.infiniteIn(wire);
    if (infinite.length > 0) return refusedObject(wire, infinite);
    this.noteDuplicates();
    this.noteRounded(wire);
    return { args, wire, repairs: this.repairs };
  }

  /** Returns the object in `{ parameter: {...} }`. */
  private insideEnvelope(value: JsonObject): JsonObject | undefined {
    const { envelope } = this.check;
    if (envelope === undefined) return undefined;
    const keys = Object.keys(value);
    const inside = keys.length === 1 && keys[0] === envelope ? value[envelope] : undefined;
    return isObject(inside) ? inside : undefined;
  }

  /** Returns whether the object may have a property with the name of the envelope. */
  private mayBeProperty(): boolean {
    const { envelope = '' } = this.check;
    return Object.hasOwn(this.check.schema().properties ?? {}, envelope);
  }

  private tryInside(inside: JsonObject | undefined): ArgumentsOutcome | undefined {
    if (inside === undefined) return undefined;
    const before = this.repairs.length;
    this.repairs.push({ path: [], kind: 'envelope', from: 'an object', to: 'an object' });
    const outcome = this.tryExact(inside) ?? (this.mayBeProperty() ? undefined : this.tryCoerced(inside));
    if (outcome === undefined) this.repairs.length = before;
    return outcome;
  }

  private tryCoerced(value: JsonObject): ArgumentsOutcome | undefined {
    const coerced = coerceArguments(checkerOf(this.check.schema(), this.check.compiled), value, this.limits);
    const args = coerced === undefined ? undefined : this.check.read(coerced.value);
    if (coerced === undefined || args === undefined) return undefined;
    for (const { path, kind, from, to } of coerced.changes) {
      const isHidden = hidesValue(this.sensitive, path, from);
      const print = (one: unknown): string => (isHidden ? '(hidden)' : describeReceived(one));
      this.repairs.push({ path, kind, from: print(from), to: print(to) });
    }
    return this.accepted(args, coerced.value as JsonObject);
  }

  /** Returns the issues of numbers beyond the range of JavaScript. An open value may have them. */
  private infiniteIn(wire: JsonObject): readonly Issue[] {
    const found = infiniteNumbers(wire);
    if (found.length === 0) return [];
    const written = this.read.text === undefined ? [] : factsOfText(this.read.text).infinite;
    return found.map(({ path, value }) => {
      const digits = written.find((one) => endsWith(one.path, path))?.digits;
      const isHidden = hidesValue(this.sensitive, path, value);
      const received = isHidden ? '(hidden)' : cutText(digits ?? String(value), LONGEST_NUMBER);
      return { path, rule: 'range', expected: 'a number between -1.8e308 and 1.8e308', received };
    });
  }

  /** Notes integers that JavaScript rounded. */
  private noteRounded(wire: JsonObject): void {
    const { text } = this.read;
    if (text === undefined || !LONG_INTEGER.test(text)) return;
    for (const { path, digits } of factsOfText(text).largeIntegers) {
      const value = valueAt(wire, path) ?? (path[0] === this.check.envelope ? valueAt(wire, path.slice(1)) : undefined);
      if (typeof value !== 'number' || String(value) === digits) continue;
      const isHidden = hidesValue(this.sensitive, path, value);
      const print = (one: bigint): string => (isHidden ? '(hidden)' : describeReceived(one));
      this.repairs.push({ path, kind: 'coercion', from: print(BigInt(digits)), to: print(BigInt(value)) });
    }
  }

  /** Notes repeated properties, which only the text shows. */
  private noteDuplicates(): void {
    if (this.read.text === undefined || this.hasAllNames) return;
    for (const repair of duplicateRepairs(this.read.text)) this.repairs.push(repair);
  }

  private findingsOf(value: unknown): Findings {
    const { check, sensitive } = this;
    const { text } = this.read;
    const schema = check.schema();
    const { compiled, collector, messages: table } = check;
    const messages = table === undefined ? undefined : authorMessages(schema, table(), value, sensitive);
    const collect = collector?.collect;
    const options = { sensitive, messages };
    const collected = collect === undefined ? undefined : findingsBy(collect, value, options);
    const findings = collected ?? checkerOf(schema, compiled).findingsOf(value, options);
    const { issues, isHopeless, hasJsonText } = findings;
    if (issues.length === 0) {
      return { issues: [...ownIssuesOf(check, value, sensitive)], isHopeless: false, hasJsonText: true };
    }
    if (text === undefined || !issues.some(looksLarge)) return findings;
    return { issues: issues.map((issue) => withDigits(issue, text)), isHopeless, hasJsonText };
  }
}

/**
 * Returns whether an object has a name of the items of a list. If not, it was not meant as one.
 *
 * @param depth - the number of keys in the path of a name
 */
function resemblesItem(value: unknown, inside: readonly Issue[], depth: number): boolean {
  const isUnknown = ({ path, rule }: Issue): boolean => path.length === depth && rule === 'additionalProperties';
  return isObject(value) && Object.keys(value).length > inside.filter(isUnknown).length;
}

function ownIssuesOf({ issuesOf }: ArgumentCheck, value: unknown, sensitive: readonly Path[]): readonly Issue[] {
  const issues = issuesOf?.(value) ?? [];
  return issues.length === 0 ? [UNEXPLAINED] : libraryIssues(issues, value, sensitive);
}

/** Shows a rounded or infinite number with the digits of the model. */
function withDigits(issue: Issue, text: string): Issue {
  if (!looksLarge(issue)) return issue;
  const { largeIntegers, infinite } = factsOfText(text);
  const isHere = ({ path }: NumberInText): boolean => endsWith(path, issue.path);
  const large = largeIntegers.find(isHere);
  if (large !== undefined) return { ...issue, received: describeReceived(BigInt(large.digits)) };
  const beyond = infinite.find(isHere);
  return beyond === undefined ? issue : { ...issue, received: cutText(beyond.digits, LONGEST_NUMBER) };
}

/** The longest number in the text of an issue, in characters. */
const LONGEST_NUMBER = 60;

/** A whole number that may be beyond the safe range, in a text and as JavaScript prints it. */
const LONG_INTEGER = /\d{16}/;
const LARGE = /^-?(?:\d{16,}|\d(?:\.\d+)?e\+\d+|Infinity)$/;

function looksLarge({ received, rule }: Issue): boolean {
  return rule === 'type' && LARGE.test(received);
}

/** The issue if only the check rejects a value, and has no explanation. */
const UNEXPLAINED: Issue = {
  path: [],
  rule: 'schema',
  expected: 'arguments that fit the schema of the tool',
  received: 'an object that does not',
};

/** Returns whether a path ends with the path of an issue, which may lack the envelope. */
function endsWith(path: Path, end: Path): boolean {
  return path.length - end.length <= 1 && end.every((key, i) => path[path.length - end.length + i] === key);
}
