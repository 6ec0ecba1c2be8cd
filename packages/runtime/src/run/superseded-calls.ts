import type { ToolCall, ToolOutcome } from '@haft/core';
import { acceptedForRun } from '../call/arguments/parse-for-run.js';
import type { ToolTable } from './state/tool-table.js';
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
export async function supersededCalls(
  run: RunState,
  table: ToolTable,
  history: readonly PastCall[],
): Promise<readonly string[]> {
  const seen = new Set<string>();
  const superseded: string[] = [];
  for (const past of [...history].reverse()) {
    const key = await keyOf(run, table, past);
    if (key === undefined) continue;
    if (seen.has(key)) superseded.push(past.outcome.callId);
    seen.add(key);
  }
  return superseded.reverse();
}

async function keyOf(run: RunState, table: ToolTable, { call, outcome }: PastCall): Promise<string | undefined> {
  const tool = table.find(call.name)?.tool;
  if (tool?.settings.supersedes === undefined || outcome.status !== 'success') return undefined;
  const accepted = await acceptedForRun(run, tool, call.arguments);
  if (accepted === undefined) return undefined;
  return JSON.stringify([tool.definition.toolset, tool.settings.supersedes(accepted.args as never)]);
}
