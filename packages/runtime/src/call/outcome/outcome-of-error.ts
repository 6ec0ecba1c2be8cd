import {
  ApprovalRequired,
  CallDeferred,
  CallSuspended,
  HaftError,
  ModelRetry,
  StopRun,
  ToolFailed,
  type ToolOutcome,
} from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { kindAndName } from '@haft/core/internal';
import { deferralMetadata } from '../deferral/deferral-metadata.js';
import { haltText } from '../steps/02-admit.js';
import type { Call } from '../call.js';
import { CallStopped } from '../call-stopped.js';
import { readyToComplete } from '../arguments/completed-arguments.js';
import { defer } from '../deferral/defer.js';
import { suspend } from '../deferral/suspend.js';
import { askForCorrection } from './ask-for-correction.js';
import { failed, failedByTool, interrupted, withCause } from './outcomes.js';
import { uniqueName } from '../unique-name.js';
import { asksToWait } from './asks-to-wait.js';
import { mapError } from './map-error.js';

/**
 * Returns the outcome of an error of code around a tool: a validator, a rule, a policy, a
 * predicate, an interceptor, a parameter.
 *
 * @throws {HaftError} the error itself if it is a mistake of the developer
 * @throws the errors of {@link outcomeOfError}
 */
export function outcomeOfHookError(call: Call, error: unknown): ToolOutcome {
  if (error instanceof HaftError) throw error;
  return outcomeOfError(call, error);
}

/**
 * Returns the outcome of an error of application code that runs while arguments are read: a
 * `@Transform`, a constructor of a DTO, a schema library. Such code cannot defer the call, since an
 * approver would see no accepted arguments.
 *
 * @throws the errors of {@link outcomeOfHookError}
 */
export function outcomeOfReadError(call: Call, error: unknown): ToolOutcome {
  return asksToWait(error) ? masked(call, error) : outcomeOfHookError(call, error);
}

/**
 * Returns the outcome of an error of a tool.
 *
 * @throws the error itself, with `errors.onUnexpected: 'throw'`, if it is unexpected
 * @throws {HaftError} the error that a mapping of `mapErrors` throws
 */
export function outcomeOfError(call: Call, error: unknown): ToolOutcome {
  return outcomeOfWord(call, error) ?? mapped(call, error) ?? masked(call, error);
}

/** Returns the outcome of an error that a tool throws on purpose. */
function outcomeOfWord(call: Call, error: unknown): ToolOutcome | undefined {
  if (error instanceof ModelRetry) return askForCorrection(call, error);
  if (error instanceof ToolFailed) return withCause(failedByTool(call, error.message), error);
  if (error instanceof StopRun) return stopRun(call, error);
  if (error instanceof ApprovalRequired) return deferAsAsked(call, 'approval', error);
  if (error instanceof CallDeferred) return deferAsAsked(call, 'external', error);
  if (error instanceof CallSuspended) return suspendAsAsked(call, error);
  return isStopped(error) ? interrupted(call) : undefined;
}

/** Loads the code that the outcome of an error needs. Most errors need none. */
export async function readyToAnswer(call: Call, error: unknown): Promise<void> {
  if (asksToWait(error)) await readyToComplete(call);
}

/** Returns false if the check throws, as for a proxy without a prototype. */
function isStopped(error: unknown): boolean {
  try {
    return error instanceof CallStopped;
  } catch {
    return false;
  }
}

/** Returns the outcome of a tool that defers its call. Metadata that are not JSON are its bug. */
function deferAsAsked(call: Call, kind: 'approval' | 'external', asked: ApprovalRequired | CallDeferred): ToolOutcome {
  let metadata: Readonly<Record<string, JsonValue>>;
  try {
    metadata = deferralMetadata(asked, call.name);
  } catch (error) {
    return masked(call, error);
  }
  return defer(call, kind, metadata);
}

/** Returns the outcome of a tool that waits for its inner calls. A wrong suspension is its bug. */
function suspendAsAsked(call: Call, asked: CallSuspended): ToolOutcome {
  try {
    return suspend(call, asked);
  } catch (error) {
    return masked(call, error);
  }
}

function stopRun(call: Call, { message }: StopRun): ToolOutcome {
  if (call.counting.isTrial !== true) call.run.lifetime.halt(message);
  return failed(call, 'halted', haltText(message));
}

/**
 * Returns the outcome of a mapped error. The model reads the mapped text, the event has the error.
 */
function mapped(call: Call, error: unknown): ToolOutcome | undefined {
  const written = mapError(call, error);
  if (written === undefined) return undefined;
  const outcome =
    written instanceof ModelRetry
      ? askForCorrection(call, written)
      : withCause(failedByTool(call, written.message), error);
  if (call.counting.isTrial !== true) {
    call.effects = { ...call.effects, thrown: { error } };
    call.run.events.tell({ type: 'mapped', ...call.facts, status: outcome.status, error });
  }
  return outcome;
}

/** Returns a generic outcome: an unexpected exception may contain paths, queries or secrets. */
function masked(call: Call, error: unknown): ToolOutcome {
  const { run } = call;
  if (run.runtime.errors.onUnexpected === 'throw') throw error;
  const errorId = uniqueName();
  if (call.counting.isTrial !== true) tellThrown(call, errorId, error);
  const { kind } = kindAndName(call.name);
  const text = `The ${kind} failed unexpectedly (error id ${errorId}). Do not repeat the call with the same arguments.`;
  return withCause({ ...failed(call, 'exception', text), errorId }, error);
}

function tellThrown(call: Call, errorId: string, error: unknown): void {
  const { run } = call;
  call.effects = { ...call.effects, thrown: { error } };
  run.events.tell({ type: 'exception', ...call.facts, errorId, error });
  const { kind, name } = kindAndName(call.name);
  const subject = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} '${name}'`;
  run.runtime.observe.logger.error(`${subject} failed unexpectedly (error id ${errorId}).`, { error });
}
