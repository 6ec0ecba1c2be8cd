import type { ReadArguments } from '@haft/core/reflected';
import type { Repair } from '@haft/core';
import type { Findings, Issue, JsonValue, Path } from '@haft/schema';
import { declaresSensitive, describeReceived, hidesValue } from '@haft/schema/internal';
import { isObject, wellFormedData } from '@haft/schema/basics';
import { withAbsence } from './with-absence.js';
import { findIssues } from './find-issues.js';
import type {
  ArgumentCheck,
  AcceptOptions,
  ArgumentsOutcome,
  RefusedArguments,
  CheckedValue,
} from './accepted-arguments.js';
import { completeCheck } from './check-tools.js';
import { checkerOf } from './checker-of.js';
import { issuesInside, mayBeItem, withItemIssues } from './issues-inside.js';
import { issuesBeside } from './library-issues.js';
import type { ReadValue } from './read-sent.js';
import { maskOutcome } from './mask-issues.js';
import { refused, refusedObject } from './refused-arguments.js';
import { duplicateRepairs } from './text/text-facts.js';
import { coerceArguments } from './value/coerce-arguments.js';
import { countNames } from './value/count-names.js';
import {
  isAliasOfArgument,
  mayComeFromNames,
  nameRepairs,
  withDeclaredNames,
  type NameChange,
} from './value/declared-names.js';
import { insideWrapper, type Wrapped } from './value/inside-wrapper.js';
import { inspectValue } from './value/inspect-value.js';
import { openedTexts } from './value/opened-values.js';
import { markupIssues, mayHaveMarkup } from './value/stray-markup.js';
import { withoutCoercible } from './value/without-coercible.js';
import { withoutUndefined } from './value/without-undefined.js';
import { infiniteIssues, roundedRepairs } from './written-numbers.js';

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

/** Hides the values of reserved names, which may be misspelt sensitive names. */
function withoutValues(issues: readonly Issue[], sensitive: readonly Path[]): readonly Issue[] {
  if (!declaresSensitive(sensitive)) return issues;
  return issues.map((issue) => ({ ...issue, received: '(hidden)' }));
}

/** The steps from a value to accepted or refused arguments. */
export class Acceptance {
  private madeRepairs: Repair[] | undefined = undefined;
  /** Whether the value has all names of the text. */
  private hasAllNames = false;
  /** The name around the arguments. */
  wrapper: string | undefined = undefined;
  /** The names that were replaced by declared ones. */
  readonly names: NameChange[] = [];

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
    if (counted !== undefined) return this.accept(this.wellFormed(value), counted === names);
    const { problem, issues, hasUndefined } = inspectValue(value, this.limits);
    if (problem !== undefined) return refused([], problem);
    if (issues.length > 0) return refused(withoutValues(issues, this.sensitive));
    return this.accept(this.wellFormed(hasUndefined ? withoutUndefined(value) : value));
  }

  /**
   * Replaces halves of surrogate pairs. UTF-8 has no form for them: a file or a server would get
   * `U+FFFD` anyway, and a database rejects them.
   */
  private wellFormed<Value>(value: Value): Value {
    const whole = wellFormedData(value);
    if (whole !== value) this.repairs.push({ path: [], kind: 'syntax', from: 'half of a character', to: 'U+FFFD' });
    return whole;
  }

  private accept(value: unknown, hasAllNames = false): ArgumentsOutcome {
    this.hasAllNames = hasAllNames;
    if (Array.isArray(value) && value.length === 0 && (this.check.schema().required ?? []).length === 0) {
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
  repairOrRefuse(value: JsonObject): ArgumentsOutcome {
    const wrapped = insideWrapper(this.check, value, this.limits);
    const accepted = wrapped && this.tryInside(wrapped);
    if (accepted !== undefined) return accepted;
    if (wrapped?.mayBeProperty === false && !isAliasOfArgument(this.check, wrapped.name)) {
      const told = withDeclaredNames(this.check, wrapped.inside)?.value ?? wrapped.inside;
      return this.coercedOr(value, this.findingsOf(value), told);
    }
    const findings = this.findingsOf(value);
    const named = mayComeFromNames(this.check, findings) ? this.named(value) : value;
    if (named === value) return this.coercedOr(value, findings);
    return this.tryExact(named) ?? this.coercedOr(named, this.findingsOf(named));
  }

  /** Returns an object with declared names, and notes the changes. */
  private named(value: JsonObject): JsonObject {
    const named = withDeclaredNames(this.check, value);
    if (named === undefined) return value;
    this.names.push(...named.changes);
    this.repairs.push(...nameRepairs(named.changes));
    return named.value;
  }

  /** Coerces an object with issues, or rejects it with the issues of `told`. */
  coercedOr(value: JsonObject, findings: Findings, told = value): ArgumentsOutcome {
    const coerced = findings.isHopeless ? undefined : this.tryCoerced(value);
    if (coerced !== undefined) return coerced;
    const found = told === value ? findings : this.findingsOf(told);
    const { value: shown, issues } = this.explained(told, found);
    const own = this.check.issuesOf?.(shown) ?? [];
    const beside = own.length === 0 ? own : issuesBeside({ value: shown, issues }, own, this.sensitive);
    const all = beside.length === 0 ? issues : [...issues, ...beside];
    const schema = this.check.schema();
    return refusedObject(shown, withAbsence(withoutCoercible(all, shown, { schema, limits: this.limits }), schema));
  }

  /** Adds the issues inside of texts that hold JSON, or of objects that were sent for a list. */
  private explained(value: JsonObject, { issues, hasJsonText }: Findings): CheckedValue {
    if (!hasJsonText && !issues.some(mayBeItem)) return { value, issues };
    const findingsOf = (one: unknown): Findings => this.findingsOf(one);
    const opened = hasJsonText ? openedTexts(value, issues, this.limits) : undefined;
    return issuesInside(opened, findingsOf) ?? { value, issues: withItemIssues(value, issues, findingsOf) };
  }

  private tryExact(value: JsonObject): ArgumentsOutcome | undefined {
    const args = this.check.read(value);
    return args === undefined ? undefined : this.accepted(args, value);
  }

  private accepted(args: ReadArguments, wire: JsonObject): ArgumentsOutcome {
    const { text } = this.read;
    const infinite = infiniteIssues(wire, text, this.sensitive, this.names);
    if (infinite.length > 0) return refusedObject(wire, infinite);
    const markup = mayHaveMarkup(wire) ? markupIssues(wire, this.check.schema()) : [];
    if (markup.length > 0) return refusedObject(wire, markup);
    if (text !== undefined) this.noteFacts(text, wire);
    return { args, wire, repairs: this.repairs };
  }

  private tryInside({ name, inside, mayBeProperty }: Wrapped): ArgumentsOutcome | undefined {
    const before = this.repairs.length;
    this.repairs.push({ path: [], kind: 'envelope', from: 'an object', to: 'an object' });
    this.wrapper = name;
    const outcome = this.tryExact(inside) ?? (mayBeProperty ? undefined : this.tryNamed(inside));
    if (outcome === undefined) this.repairs.length = before;
    if (outcome === undefined) this.names.length = 0;
    return outcome;
  }

  private tryNamed(value: JsonObject): ArgumentsOutcome | undefined {
    const named = this.named(value);
    return (named === value ? undefined : this.tryExact(named)) ?? this.tryCoerced(named);
  }

  private tryCoerced(value: JsonObject): ArgumentsOutcome | undefined {
    const { check } = this;
    const coerced = coerceArguments(checkerOf(check.schema(), check.compiled), value, this.limits, check);
    if (coerced === undefined) return undefined;
    // A text that was parsed may have escapes of its own.
    const wire = wellFormedData(coerced.value as JsonObject);
    const args = check.read(wire);
    if (args === undefined) return undefined;
    for (const { path, kind, from, to } of coerced.changes) {
      const isHidden = hidesValue(this.sensitive, path, from);
      const print = (one: unknown): string => (isHidden ? '(hidden)' : describeReceived(one));
      this.repairs.push({ path, kind, from: print(from), to: print(to) });
    }
    return this.accepted(args, wire);
  }

  /** Notes repeated properties and rounded numbers, which only the text shows. */
  private noteFacts(text: string, wire: JsonObject): void {
    if (!this.hasAllNames) for (const repair of duplicateRepairs(text)) this.repairs.push(repair);
    for (const repair of roundedRepairs(wire, text, this, this.sensitive)) this.repairs.push(repair);
  }

  private findingsOf(value: unknown): Findings {
    return findIssues(this.check, value, { text: this.read.text, names: this.names }, this.sensitive);
  }
}
