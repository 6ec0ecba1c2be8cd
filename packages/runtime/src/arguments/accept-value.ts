import type { ReadArguments } from '@haft/core/reflected';
import type { Repair } from '@haft/core';
import type { Findings, Issue, JsonValue, Path } from '@haft/schema';
import { describeReceived, findingsBy, hidesValue } from '@haft/schema/internal';
import { isSamePath } from './feedback/same-path.js';
import { authorMessages } from './rules/author-messages.js';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome, RefusedArguments } from './accepted-arguments.js';
import { completeCheck } from './check-tools.js';
import { checkerOf } from './checker-of.js';
import { libraryIssues } from './library-issues.js';
import type { ReadValue } from './read-sent.js';
import { maskOutcome } from './mask-issues.js';
import { factsOfText } from './text/text-facts.js';
import { coerceArguments } from './value/coerce-arguments.js';
import { countNames } from './value/count-names.js';
import { inspectValue } from './value/inspect-value.js';
import { openedTexts } from './value/opened-texts.js';
import { valueAt } from './value/value-at.js';
import { withoutUndefined } from './value/without-undefined.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** Stages 6 to 10: a value of any shape becomes arguments, or the issues say why not. */
export function validateValue(
  check: ArgumentCheck,
  read: ReadValue,
  limits: AcceptOptions,
  sensitive: readonly Path[],
): ArgumentsOutcome {
  completeCheck(check);
  return maskOutcome(check, sensitive, outcomeOf(check, read, limits, sensitive));
}

function outcomeOf(
  check: ArgumentCheck,
  read: ReadValue,
  limits: AcceptOptions,
  sensitive: readonly Path[],
): ArgumentsOutcome {
  // A text was measured before it was parsed, and its value is plain data: only its names are left to look at.
  const names = read.text === undefined ? undefined : countNames(read.value);
  if (names !== undefined)
    return new Acceptance(check, read, limits, sensitive).accept(read.value, names === read.names);
  const inspected = inspectValue(read.value, limits);
  if (inspected.problem !== undefined) return refused([], inspected.problem);
  if (inspected.issues.length > 0) return refused(withoutValues(inspected.issues, sensitive));
  const value = inspected.hasUndefined ? withoutUndefined(read.value) : read.value;
  return new Acceptance(check, read, limits, sensitive).accept(value);
}

/**
 * The same for a short JSON text of a closed type that was read in vain. It needs no further look at its limits: the type bounds the
 * depth, and a name that could reach a prototype is one that nobody declared.
 */
export function explainValue(
  check: ArgumentCheck,
  read: ReadValue,
  limits: AcceptOptions,
  sensitive: readonly Path[],
): ArgumentsOutcome {
  completeCheck(check);
  return maskOutcome(check, sensitive, outcomeOfParsed(check, read, limits, sensitive));
}

function outcomeOfParsed(
  check: ArgumentCheck,
  read: ReadValue,
  limits: AcceptOptions,
  sensitive: readonly Path[],
): ArgumentsOutcome {
  const value = read.value as JsonObject;
  const mayBeInside = check.envelope !== undefined && Object.hasOwn(value, check.envelope);
  if (mayBeInside) return new Acceptance(check, read, limits, sensitive).acceptBroken(value);
  const findings = findingsOf(check, read, value, sensitive);
  return new Acceptance(check, read, limits, sensitive).coercedOr(value, findings);
}

/** What stands under a name that no schema may declare may be meant for a sensitive one. */
function withoutValues(issues: readonly Issue[], sensitive: readonly Path[]): readonly Issue[] {
  if (sensitive.length === 0) return issues;
  return issues.map((issue) => ({ ...issue, received: '(hidden)' }));
}

function refusedObject(value: JsonObject, issues: readonly Issue[]): RefusedArguments {
  return { refusal: { issues }, repairs: [], checked: { value, issues } };
}

function refused(issues: readonly Issue[], problem?: string): RefusedArguments {
  return { refusal: problem === undefined ? { issues } : { issues, problem }, repairs: [] };
}

class Acceptance {
  private readonly repairs: Repair[];
  /** Every name of the text is in the value. */
  private hasAllNames = false;

  constructor(
    private readonly check: ArgumentCheck,
    private readonly read: ReadValue,
    private readonly limits: AcceptOptions,
    private readonly sensitive: readonly Path[],
  ) {
    this.repairs = [...read.repairs];
  }

  accept(value: unknown, hasAllNames = false): ArgumentsOutcome {
    this.hasAllNames = hasAllNames;
    if (Array.isArray(value) && value.length === 0 && this.needsNothing()) {
      this.repairs.push({ path: [], kind: 'empty', from: '[]', to: '{}' });
      return this.accept({}, hasAllNames);
    }
    if (!isObject(value)) return this.refusedRoot(value);
    return this.tryExact(value) ?? this.acceptBroken(value);
  }

  /** The schema is the model's own: its names need not be told again. */
  private refusedRoot(value: unknown): RefusedArguments {
    const { issues } = findingsOf(this.check, this.read, value, this.sensitive);
    return refused(issues.map((one) => (one.rule === 'type' ? { ...one, expected: 'an object' } : one)));
  }

  /** An object that does not fit as it is. */
  acceptBroken(value: JsonObject): ArgumentsOutcome {
    const inside = this.insideEnvelope(value);
    const accepted = this.tryInside(inside);
    if (accepted !== undefined) return accepted;
    const findings = findingsOf(this.check, this.read, value, this.sensitive);
    const isEnvelope = inside !== undefined && !this.mayBeProperty();
    return this.coercedOr(value, findings, isEnvelope ? inside : value);
  }

  /** An object with problems, some of which may go away when its values are taken for others. */
  coercedOr(value: JsonObject, findings: Findings, told = value): ArgumentsOutcome {
    const coerced = findings.isHopeless ? undefined : this.tryCoerced(value);
    if (coerced !== undefined) return coerced;
    const { issues } = told === value ? findings : findingsOf(this.check, this.read, told, this.sensitive);
    return this.refusedInside(told, issues) ?? refusedObject(told, issues);
  }

  /** Of a list or an object that came as text, the mistakes inside are told: without them, the text would have been taken. */
  private refusedInside(value: JsonObject, issues: readonly Issue[]): RefusedArguments | undefined {
    const opened = openedTexts(value, issues, this.limits);
    if (opened === undefined) return undefined;
    const inside = findingsOf(this.check, this.read, opened.value, this.sensitive).issues;
    const isOther = inside.some(({ path }) => opened.paths.some((one) => isSamePath(one, path)));
    return isOther ? undefined : refusedObject(opened.value, inside);
  }

  private needsNothing(): boolean {
    return (this.check.schema().required ?? []).length === 0;
  }

  private tryExact(value: JsonObject): ArgumentsOutcome | undefined {
    const args = this.check.read(value);
    return args === undefined ? undefined : this.accepted(args, value);
  }

  private accepted(args: ReadArguments, wire: JsonObject): ArgumentsOutcome {
    this.noteDuplicates();
    this.noteRounded(wire);
    return { args, wire, repairs: this.repairs };
  }

  /** What is in `{ parameter: {...} }`. */
  private insideEnvelope(value: JsonObject): JsonObject | undefined {
    const { envelope } = this.check;
    if (envelope === undefined) return undefined;
    const keys = Object.keys(value);
    const inside = keys.length === 1 && keys[0] === envelope ? value[envelope] : undefined;
    return isObject(inside) ? inside : undefined;
  }

  /** The object itself may have a property of the envelope's name: then only what fits exactly is taken out of it. */
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

  /** JavaScript has not the integer that was written, but one near to it. */
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

  /** Only the text shows that a property stood there twice; the last one counts. */
  private noteDuplicates(): void {
    if (this.read.text === undefined || this.hasAllNames) return;
    for (const path of factsOfText(this.read.text).duplicates) {
      this.repairs.push({ path, kind: 'duplicateKey', from: 'several values', to: 'the last of them' });
    }
  }
}

/** What is wrong with a value that was read. */
function findingsOf(check: ArgumentCheck, read: ReadValue, value: unknown, sensitive: readonly Path[]): Findings {
  const schema = check.schema();
  const { compiled, collector, messages: table } = check;
  const messages = table === undefined ? undefined : authorMessages(schema, table(), value, sensitive);
  const collect = collector?.collect;
  const findings =
    collect === undefined
      ? checkerOf(schema, compiled).findingsOf(value, { sensitive, messages })
      : findingsBy(collect, value, { sensitive, messages });
  const { issues, isHopeless } = findings;
  if (issues.length === 0) return { issues: [...ownIssuesOf(check, value, sensitive)], isHopeless: false };
  if (read.text === undefined || !issues.some(looksLarge)) return findings;
  const { text } = read;
  return { issues: issues.map((issue) => withDigits(issue, text)), isHopeless };
}

function ownIssuesOf({ issuesOf }: ArgumentCheck, value: unknown, sensitive: readonly Path[]): readonly Issue[] {
  const issues = issuesOf?.(value) ?? [];
  return issues.length === 0 ? [UNEXPLAINED] : libraryIssues(issues, value, sensitive);
}

/** A number that JSON.parse had to round is shown as the model wrote it. */
function withDigits(issue: Issue, text: string): Issue {
  if (!looksLarge(issue)) return issue;
  const { largeIntegers } = factsOfText(text);
  const found = largeIntegers.find(({ path }) => endsWith(path, issue.path));
  return found === undefined ? issue : { ...issue, received: describeReceived(BigInt(found.digits)) };
}

/** A whole number beyond the safe range, as JavaScript prints it. */
const LONG_INTEGER = /\d{16}/;
const LARGE = /^-?(?:\d{16,}|\d(?:\.\d+)?e\+\d+)$/;

function looksLarge({ received, rule }: Issue): boolean {
  return rule === 'type' && LARGE.test(received);
}

/** What is said when the check says no and the schema finds nothing to say. */
const UNEXPLAINED: Issue = {
  path: [],
  rule: 'schema',
  expected: 'arguments that fit the schema of the tool',
  received: 'an object that does not',
};

/** The path of an issue may lack the envelope. */
function endsWith(path: Path, end: Path): boolean {
  return path.length - end.length <= 1 && end.every((key, i) => path[path.length - end.length + i] === key);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
