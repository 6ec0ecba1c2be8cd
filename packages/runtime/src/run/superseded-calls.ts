import type { ToolCall, ToolOutcome } from '@haft/core';
import { acceptSent } from '../call/accept-sent.js';
import type { ToolTable } from '../runtime/tool-table.js';
import type { RunState } from './run-state.js';

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
  if (tool?.policy.supersedes === undefined || outcome.status !== 'success') return undefined;
  const { outcome: accepted } = await acceptSent(run, tool, call.arguments);
  if (accepted.refusal !== undefined) return undefined;
  return JSON.stringify([tool.definition.toolset, tool.policy.supersedes(accepted.args as never)]);
}
