import {
  ApprovalRequired,
  CallDeferred,
  HaftError,
  ModelRetry,
  StopRun,
  ToolFailed,
  type ToolOutcome,
} from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { deferralMetadata } from '../deferral/deferral-metadata.js';
import { haltText } from '../steps/02-admit.js';
import type { Call } from '../call.js';
import { CallStopped } from '../call-stopped.js';
import { readyToComplete } from '../arguments/completed-arguments.js';
import { defer } from '../deferral/defer.js';
import { failed, failedByTool, interrupted, withCause } from './outcomes.js';
import { askForCorrection } from './ask-for-correction.js';
import { uniqueName } from '../unique-name.js';
import { mapError } from './map-error.js';

/**
 * Turns what code around a tool threw into an outcome: a validator, a rule, a policy, a predicate, an interceptor, a parameter.
 *
 * @throws {HaftError} the error itself, which is the developer's; and as {@link outcomeOfError}
 */
export function outcomeOfHookError(call: Call, error: unknown): ToolOutcome {
  if (error instanceof HaftError) throw error;
  return outcomeOfError(call, error);
}

/**
 * Turns what code of the application threw while arguments were read into an outcome: a `@Transform`, a
 * constructor of a DTO, a schema library. Such code cannot make the call wait, since an approver would
 * see no accepted arguments.
 *
 * @throws {HaftError} as {@link outcomeOfHookError}
 */
export function outcomeOfReadError(call: Call, error: unknown): ToolOutcome {
  return asksToWait(error) ? masked(call, error) : outcomeOfHookError(call, error);
}

/**
 * Turns what a tool itself threw into an outcome.
 *
 * @throws the error itself, with `onUnexpectedError: 'throw'`, when it is none that a tool throws on purpose
 * @throws {HaftError} the one that a mapping of `mapErrors` throws
 */
export function outcomeOfError(call: Call, error: unknown): ToolOutcome {
  return outcomeOfWord(call, error) ?? mapped(call, error) ?? masked(call, error);
}

/** What is thrown on purpose. */
function outcomeOfWord(call: Call, error: unknown): ToolOutcome | undefined {
  if (error instanceof ModelRetry) return askForCorrection(call, error);
  if (error instanceof ToolFailed) return withCause(failedByTool(call, error.message), error);
  if (error instanceof StopRun) return stopRun(call, error);
  if (error instanceof ApprovalRequired) return deferAsAsked(call, 'approval', error);
  if (error instanceof CallDeferred) return deferAsAsked(call, 'external', error);
  return isStopped(error) ? interrupted(call) : undefined;
}

/** Loads what the outcome of an error needs. Nothing for most errors. */
export async function readyToAnswer(call: Call, error: unknown): Promise<void> {
  if (asksToWait(error)) await readyToComplete(call);
}

/** Returns whether an error makes the call wait for a person or for another system. */
export function asksToWait(error: unknown): boolean {
  return error instanceof ApprovalRequired || error instanceof CallDeferred;
}

/** A tool may throw anything, also a proxy that refuses to be asked. */
function isStopped(error: unknown): boolean {
  try {
    return error instanceof CallStopped;
  } catch {
    return false;
  }
}

/** Metadata that nobody can write down are a bug of the tool, like anything else that it throws unexpectedly. */
function deferAsAsked(call: Call, kind: 'approval' | 'external', asked: ApprovalRequired | CallDeferred): ToolOutcome {
  let metadata: Readonly<Record<string, JsonValue>>;
  try {
    metadata = deferralMetadata(asked, call.name);
  } catch (error) {
    return masked(call, error);
  }
  return defer(call, kind, metadata);
}

function stopRun(call: Call, { message }: StopRun): ToolOutcome {
  if (call.optional.isTrial !== true) call.run.halt(message);
  return failed(call, 'halted', haltText(message));
}

/** The model reads what the application wrote of the error; the error itself is an event. */
function mapped(call: Call, error: unknown): ToolOutcome | undefined {
  const written = mapError(call, error);
  if (written === undefined) return undefined;
  const outcome =
    written instanceof ModelRetry
      ? askForCorrection(call, written)
      : withCause(failedByTool(call, written.message), error);
  if (call.optional.isTrial !== true) {
    const { run, id: callId, name: tool } = call;
    call.setOptional({ thrown: { error } });
    run.tell({ type: 'mapped', runId: run.id, callId, tool, status: outcome.status, error });
  }
  return outcome;
}

/** A model must not read what an unexpected exception says: it may hold paths, queries, secrets. */
function masked(call: Call, error: unknown): ToolOutcome {
  const { run } = call;
  if (run.runtime.onUnexpectedError === 'throw') throw error;
  const errorId = uniqueName();
  if (call.optional.isTrial !== true) tellThrown(call, errorId, error);
  const text = `The tool failed unexpectedly (error id ${errorId}). Do not repeat the call with the same arguments.`;
  return withCause({ ...failed(call, 'exception', text), errorId }, error);
}

function tellThrown(call: Call, errorId: string, error: unknown): void {
  const { run } = call;
  call.setOptional({ thrown: { error } });
  run.tell({ type: 'exception', runId: run.id, callId: call.id, tool: call.name, errorId, error });
  run.runtime.logger.error(`Tool '${call.name}' failed unexpectedly (error id ${errorId}).`, { error });
}
