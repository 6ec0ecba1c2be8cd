import type { ToolCall, ToolOutcome } from '@haft/core';
import { acceptedForRun } from '../call/arguments/parse-for-run.js';
import { meantCall } from '../call/tools/meant-call.js';
import type { RunState } from './state/run-state.js';

/** A call of a conversation, and its outcome. */
export interface PastCall {
  /** The call, as the model sent it. */
  readonly call: ToolCall;
  /** The outcome of the call. */
  readonly outcome: ToolOutcome;
}

/**
 * Returns the ids of calls whose results a later call made obsolete: the later one succeeded, is of
 * the same toolset, and has the same key of `@Supersedes`. Example: a file that was read, then
 * written.
 *
 * @param history - oldest first
 */
export async function supersededCalls(run: RunState, history: readonly PastCall[]): Promise<readonly string[]> {
  const seen = new Set<string>();
  const superseded: string[] = [];
  for (const past of [...history].reverse()) {
    const key = await keyOf(run, past);
    if (key === undefined) continue;
    if (seen.has(key)) superseded.push(past.outcome.callId);
    seen.add(key);
  }
  return superseded.reverse();
}

async function keyOf(run: RunState, { call, outcome }: PastCall): Promise<string | undefined> {
  const { state, request } = meantCall(run, call);
  const tool = state?.planned.tool;
  if (tool?.settings.supersedes === undefined || outcome.status !== 'success') return undefined;
  const accepted = await acceptedForRun(run, tool, request.arguments);
  if (accepted === undefined) return undefined;
  return JSON.stringify([tool.definition.toolset, tool.settings.supersedes(accepted.args as never)]);
}
