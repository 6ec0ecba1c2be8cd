import type { ToolCall, ToolOutcome } from '@haft/core';
import { acceptedForRun } from '../call/steps/03-parse.js';
import type { ToolTable } from './state/tool-table.js';
import type { RunState } from './state/run-state.js';

/** A call of a conversation, and what came of it. */
export interface PastCall {
  readonly call: ToolCall;
  readonly outcome: ToolOutcome;
}

/**
 * The ids of those calls whose results a later one made obsolete: it succeeded, belongs to the same toolset, and `@Supersedes` gave the same
 * key. A file that was read, and then written, need not stand in the history twice.
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
