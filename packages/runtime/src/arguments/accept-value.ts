import type { ReadArguments } from '@haft/core/reflected';
import type { Repair } from '@haft/core';
import {
  describeReceived,
  findingsBy,
  hidesValue,
  type Findings,
  type Issue,
  type JsonValue,
  type Path,
} from '@haft/schema';
import { authorMessages } from '../rules/author-messages.js';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome, RefusedArguments } from './accepted-arguments.js';
import { completeCheck } from './check-tools.js';
import { checkerOf } from './checker-of.js';
import { libraryIssues } from './library-issues.js';
import type { ReadValue } from './read-sent.js';
import { shownOutcome } from './shown-outcome.js';
import { factsOfText } from './text/text-facts.js';
import { coerceArguments } from './value/coerce-arguments.js';
import { countNames } from './value/count-names.js';
import { inspectValue } from './value/inspect-value.js';
import { withoutUndefined } from './value/without-undefined.js';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** Stages 6 to 10: a value of any shape becomes arguments, or the issues say why not. */
export function acceptValue(
  check: ArgumentCheck,
  read: ReadValue,
  limits: AcceptOptions,
  sensitive: readonly Path[],
): ArgumentsOutcome {
  completeCheck(check);
  return shownOutcome(check, sensitive, outcomeOf(check, read, limits, sensitive));
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
    return new Acceptance(check, read, limits, sensitive, names === read.names).accept(read.value);
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
export function acceptParsed(
  check: ArgumentCheck,
  read: ReadValue,
  limits: AcceptOptions,
  sensitive: readonly Path[],
): ArgumentsOutcome {
  completeCheck(check);
  return shownOutcome(check, sensitive, outcomeOfParsed(check, read, limits, sensitive));
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
  if (findings.isHopeless) return { refusal: { issues: findings.issues }, repairs: read.repairs };
  return new Acceptance(check, read, limits, sensitive).coercedOr(value, findings);
}

/** What stands under a name that no schema may declare may be meant for a sensitive one. */
function withoutValues(issues: readonly Issue[], sensitive: readonly Path[]): readonly Issue[] {
  if (sensitive.length === 0) return issues;
  return issues.map((issue) => ({ ...issue, received: '(hidden)' }));
}

function refused(issues: readonly Issue[], problem?: string): RefusedArguments {
  return { refusal: problem === undefined ? { issues } : { issues, problem }, repairs: [] };
}

class Acceptance {
  private readonly repairs: Repair[];

  constructor(
    private readonly check: ArgumentCheck,
    private readonly read: ReadValue,
    private readonly limits: AcceptOptions,
    private readonly sensitive: readonly Path[],
    /** Every name of the text is in the value. */
    private readonly hasAllNames = false,
  ) {
    this.repairs = [...read.repairs];
  }

  accept(value: unknown): ArgumentsOutcome {
    if (Array.isArray(value) && value.length === 0 && this.needsNothing()) {
      this.repairs.push({ path: [], kind: 'empty', from: '[]', to: '{}' });
      return this.accept({});
    }
    if (!isObject(value)) return refused(findingsOf(this.check, this.read, value, this.sensitive).issues);
    return this.tryExact(value) ?? this.acceptBroken(value);
  }

  /** An object that does not fit as it is. */
  acceptBroken(value: JsonObject): ArgumentsOutcome {
    const inside = this.insideEnvelope(value);
    const accepted = this.tryInside(inside);
    if (accepted !== undefined) return accepted;
    const findings = findingsOf(this.check, this.read, value, this.sensitive);
    const isEnvelope = inside !== undefined && !this.mayBeProperty();
    return this.coercedOr(value, findings, () =>
      isEnvelope ? findingsOf(this.check, this.read, inside, this.sensitive) : findings,
    );
  }

  /** An object with problems, some of which may go away when its values are taken for others. */
  coercedOr(value: JsonObject, findings: Findings, told = (): Findings => findings): ArgumentsOutcome {
    const coerced = findings.isHopeless ? undefined : this.tryCoerced(value);
    return coerced ?? refused(told().issues);
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
