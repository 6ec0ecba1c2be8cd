import type { Repair } from '@haft/core';
import type { Issue, JsonValue, Path } from '@haft/schema';
import { describeReceived, hidesValue } from '@haft/schema/internal';
import { overlap } from '@haft/schema/basics';
import type { DialectForm, Restored } from '@haft/schema/dialects';
import type { ArgumentCheck, AcceptOptions, ArgumentsOutcome } from '../accepted-arguments.js';
import { parseArguments } from '../parse-arguments.js';
import { validateValue } from '../validate-value.js';
import { hiddenPaths } from '../hidden-paths.js';
import { readSent, type ReadValue } from '../read-sent.js';
import { duplicateRepairs } from '../text/text-facts.js';
import { insideWrapper } from '../value/inside-wrapper.js';
import { nameRepairs, withDeclaredNames } from '../value/declared-names.js';
import { inspectValue } from '../value/inspect-value.js';

/** The result for arguments in the form of a dialect. */
export interface DialectOutcome {
  readonly outcome: ArgumentsOutcome;
  /** Translates a later issue to the form of the model. Undefined if it does not differ. */
  readonly asSent?: ((issue: Issue) => Issue) | undefined;
}

/** The form of the arguments. */
export interface SentForm {
  readonly form: DialectForm;
  /** Whether a model wrote them. If not, Haft first tries the form of the tool. */
  readonly isFromModel: boolean;
}

/**
 * Undoes the form of a dialect (stage 7) between reading and validation. Issues are in the form
 * that the model knows.
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
  const wrapped = insideWrapper(check, read.value, limits);
  const isWrapped = wrapped?.mayBeProperty === false;
  const value = (isWrapped ? wrapped.inside : read.value) as JsonValue;
  const outcomeOf = (given: JsonValue, before: ReadValue): DialectOutcome & { readonly isRefused: boolean } => {
    const restored = form.restore(given, { sensitive });
    const outcome = validateValue(check, readOf(before, restored, sensitive, isWrapped), limits, sensitive);
    return { outcome: told(outcome, restored), asSent: restored.asSent, isRefused: outcome.refusal !== undefined };
  };
  const asIs = outcomeOf(value, read);
  // The form of a value depends on its name, so names come first if the arguments are invalid.
  const named = asIs.isRefused ? withDeclaredNames(check, value) : undefined;
  if (named === undefined) return asIs;
  return outcomeOf(named.value, {
    ...read,
    value: named.value,
    repairs: [...read.repairs, ...nameRepairs(named.changes)],
  });
}

/** Compares an object with the limits. A text was measured before. */
function lookedAt(
  { value, text }: ReadValue,
  limits: AcceptOptions,
): { readonly problem?: string | undefined; readonly isInvalid: boolean } {
  if (text !== undefined) return { isInvalid: false };
  const { problem, issues } = inspectValue(value, limits);
  return { problem, isInvalid: issues.length > 0 };
}

/** Returns the restored value without its text, so `validateValue` measures it again. */
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
  const doubled = read.text === undefined ? [] : duplicateRepairs(read.text);
  const envelope: Repair[] = isEnveloped ? [{ path: [], kind: 'envelope', from: 'an object', to: 'an object' }] : [];
  return { value, repairs: [...read.repairs, ...doubled, ...envelope, ...undone] };
}

/** Adds the issues of values that could not be restored, and drops issues that follow from them. */
function told(outcome: ArgumentsOutcome, { issues: own, asSent }: Restored): ArgumentsOutcome {
  const { refusal } = outcome;
  if (refusal === undefined) {
    return own.length === 0 ? outcome : { refusal: { issues: own }, repairs: outcome.repairs };
  }
  const found = refusal.issues.map(asSent).filter(({ path }) => !own.some((one) => overlap(one.path, path)));
  const checked = own.length === 0 ? outcome.checked : undefined;
  return { refusal: { ...refusal, issues: [...own, ...found] }, repairs: outcome.repairs, checked };
}
