import type { Repair } from '@haft/core';
import { describeReceived, hidesValue, type Issue, type JsonValue, type Path } from '@haft/schema';
import type { DialectForm, Restored } from '@haft/schema/dialects';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome } from '../accepted-arguments.js';
import { acceptArguments } from '../accept-arguments.js';
import { acceptValue } from '../accept-value.js';
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

/**
 * Stage 7: what the form of a dialect made the model send is undone between reading and checking. Issues are told in the form that the
 * model saw.
 *
 * @param isFromModel - false for what the program itself may have written: that is read as it is first
 */
export function acceptInDialect(
  check: ArgumentCheck,
  sent: unknown,
  limits: AcceptOptions,
  form: DialectForm,
  isFromModel: boolean,
): DialectOutcome {
  if (!isFromModel) {
    const outcome = acceptArguments(check, sent, limits);
    if (outcome.refusal === undefined) return { outcome };
  }
  const read = readSent(sent, check, limits);
  if ('refusal' in read) return { outcome: read };
  const { problem, isUnfit } = lookedAt(read, limits);
  if (problem !== undefined) return { outcome: { refusal: { issues: [], problem }, repairs: [] } };
  const sensitive = hiddenPaths(check, limits.secretNames);
  if (form.rewrites.length === 0 || isUnfit) return { outcome: acceptValue(check, read, limits, sensitive) };
  const inside = insideEnvelope(check, read.value);
  const restored = form.restore((inside ?? read.value) as JsonValue, { sensitive });
  const outcome = acceptValue(check, readOf(read, restored, sensitive, inside !== undefined), limits, sensitive);
  return { outcome: told(outcome, restored), asSent: restored.asSent };
}

/** An object is looked at before anything walks it; a text was measured before it was parsed. */
function lookedAt(
  { value, text }: ReadValue,
  limits: AcceptOptions,
): { readonly problem?: string | undefined; readonly isUnfit: boolean } {
  if (text !== undefined) return { isUnfit: false };
  const { problem, issues } = inspectValue(value, limits);
  return { problem, isUnfit: issues.length > 0 };
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
  return { refusal: { ...refusal, issues: [...own, ...found] }, repairs: outcome.repairs };
}

/** Whether one of two paths is the beginning of the other. */
function isAround(a: Path, b: Path): boolean {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}
