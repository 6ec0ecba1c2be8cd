import { ApprovalRequired, CallDeferred, ModelRetry, StopRun, ToolFailed, type ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { deferralMetadata } from '../deferral/deferral-metadata.js';
import { haltText } from './admit.js';
import type { Call } from './call.js';
import { CallStopped } from './call-stopped.js';
import { defer } from './defer.js';
import { failed, failedByTool, interrupted } from './outcomes.js';
import { askForCorrection } from './ask-for-correction.js';
import { uniqueName } from '../run/unique-name.js';

/**
 * The one place where what a tool, validator or interceptor threw becomes an outcome.
 *
 * @throws the error itself, with `onUnexpectedError: 'throw'`, when it is none that a tool throws on purpose
 */
export function outcomeOfError(call: Call, error: unknown): ToolOutcome {
  if (error instanceof ModelRetry) return askForCorrection(call, error);
  if (error instanceof ToolFailed) return failedByTool(call, error.message);
  if (error instanceof StopRun) return stopRun(call, error);
  if (error instanceof ApprovalRequired) return deferAsAsked(call, 'approval', error);
  if (error instanceof CallDeferred) return deferAsAsked(call, 'external', error);
  if (isStopped(error)) return interrupted(call);
  return masked(call, error);
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
  if (call.rare.isTrial !== true) call.run.halt(message);
  return failed(call, 'halted', haltText(message));
}

/** A model must not read what an unexpected exception says: it may hold paths, queries, secrets. */
function masked(call: Call, error: unknown): ToolOutcome {
  const { run } = call;
  if (run.runtime.onUnexpectedError === 'throw') throw error;
  const errorId = uniqueName();
  if (call.rare.isTrial !== true) tellThrown(call, errorId, error);
  const text = `The tool failed unexpectedly (error id ${errorId}). Do not repeat the call with the same arguments.`;
  return { ...failed(call, 'exception', text), errorId };
}

function tellThrown(call: Call, errorId: string, error: unknown): void {
  const { run } = call;
  call.note({ thrown: { error } });
  run.tell({ type: 'exception', runId: run.id, callId: call.id, tool: call.name, errorId, error });
  run.runtime.logger.error(`Tool '${call.name}' failed unexpectedly (error id ${errorId}).`, { error });
}
