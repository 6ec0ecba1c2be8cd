import type { Repair } from '@haft/core';
import type { Issue, JsonValue, Path } from '@haft/schema';
import { describeReceived, hidesValue } from '@haft/schema/internal';
import type { DialectForm, Restored } from '@haft/schema/dialects';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome } from '../accepted-arguments.js';
import { parseArguments } from '../parse-arguments.js';
import { validateValue } from '../accept-value.js';
import { hiddenPaths } from '../hidden-paths.js';
import { readSent, type ReadValue } from '../read-sent.js';
import { factsOfText } from '../text/text-facts.js';
import { inspectValue } from '../value/inspect-value.js';

/** Arguments that came in the form of a dialect. */
export interface DialectOutcome {
  readonly outcome: ArgumentsOutcome;
  /** A later issue of these arguments as the model knows it; undefined where it is the same. */
  readonly asSent?: ((issue: Issue) => Issue) | undefined;
}

/** The form in which arguments may have been sent. */
export interface SentForm {
  readonly form: DialectForm;
  /** False if the program itself may have written them. Then they are first read as they are. */
  readonly isFromModel: boolean;
}

/**
 * Stage 7: what the form of a dialect made the model send is undone between reading and checking. Issues are told in the form that the
 * model saw.
 */
export function parseFromDialect(
  check: ArgumentCheck,
  sent: unknown,
  limits: AcceptOptions,
  { form, isFromModel }: SentForm,
): DialectOutcome {
  if (!isFromModel) {
    const outcome = parseArguments(check, sent, limits);
    if (outcome.refusal === undefined) return { outcome };
  }
  const read = readSent(sent, check, limits);
  if ('refusal' in read) return { outcome: read };
  const { problem, isInvalid } = lookedAt(read, limits);
  if (problem !== undefined) return { outcome: { refusal: { issues: [], problem }, repairs: [] } };
  const sensitive = hiddenPaths(check, limits.secretNames);
  if (form.rewrites.length === 0 || isInvalid) return { outcome: validateValue(check, read, limits, sensitive) };
  const inside = insideEnvelope(check, read.value);
  const restored = form.restore((inside ?? read.value) as JsonValue, { sensitive });
  const outcome = validateValue(check, readOf(read, restored, sensitive, inside !== undefined), limits, sensitive);
  return { outcome: told(outcome, restored), asSent: restored.asSent };
}

/** An object is looked at before anything walks it; a text was measured before it was parsed. */
function lookedAt(
  { value, text }: ReadValue,
  limits: AcceptOptions,
): { readonly problem?: string | undefined; readonly isInvalid: boolean } {
  if (text !== undefined) return { isInvalid: false };
  const { problem, issues } = inspectValue(value, limits);
  return { problem, isInvalid: issues.length > 0 };
}

/** `{ param: {...} }` around the one object parameter, in the form of the dialect. */
function insideEnvelope({ envelope, schema }: ArgumentCheck, value: unknown): object | undefined {
  if (envelope === undefined || typeof value !== 'object' || value === null) return undefined;
  const keys = Object.keys(value);
  if (keys.length !== 1 || keys[0] !== envelope || Object.hasOwn(schema().properties ?? {}, envelope)) return undefined;
  const inside = (value as Readonly<Record<string, unknown>>)[envelope];
  return typeof inside === 'object' && inside !== null ? inside : undefined;
}

/** What was read, with what was undone. It is no longer the value of the text, so that its limits are looked at again. */
function readOf(
  read: ReadValue,
  { value, changes }: Restored,
  sensitive: readonly Path[],
  isEnveloped: boolean,
): ReadValue {
  if (changes.length === 0) return read;
  const print = (path: Path, one: unknown): string =>
    hidesValue(sensitive, path, one) ? '(hidden)' : describeReceived(one);
  const undone = changes.map(({ path, from, to }): Repair => ({
    path,
    kind: 'dialect',
    from: print(path, from),
    to: print(path, to),
  }));
  const duplicates = read.text === undefined ? [] : factsOfText(read.text).duplicates;
  const doubled = duplicates.map((path): Repair => ({
    path,
    kind: 'duplicateKey',
    from: 'several values',
    to: 'the last of them',
  }));
  const envelope: Repair[] = isEnveloped ? [{ path: [], kind: 'envelope', from: 'an object', to: 'an object' }] : [];
  return { value, repairs: [...read.repairs, ...doubled, ...envelope, ...undone] };
}

/** What could not be undone comes first; what follows from it is not told. */
function told(outcome: ArgumentsOutcome, { issues: own, asSent }: Restored): ArgumentsOutcome {
  const { refusal } = outcome;
  if (refusal === undefined) {
    return own.length === 0 ? outcome : { refusal: { issues: own }, repairs: outcome.repairs };
  }
  const found = refusal.issues.map(asSent).filter(({ path }) => !own.some((one) => isAround(one.path, path)));
  const checked = own.length === 0 ? outcome.checked : undefined;
  return { refusal: { ...refusal, issues: [...own, ...found] }, repairs: outcome.repairs, checked };
}

/** Whether one of two paths is the beginning of the other. */
function isAround(a: Path, b: Path): boolean {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}
