import type { ToolCall, ToolOutcome } from '@haft/core';
import { acceptArguments } from '../arguments/accept-arguments.js';
import type { ToolTable } from '../runtime/tool-table.js';

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
export function supersededCalls(table: ToolTable, history: readonly PastCall[]): readonly string[] {
  const seen = new Set<string>();
  const superseded: string[] = [];
  for (const past of [...history].reverse()) {
    const key = keyOf(table, past);
    if (key === undefined) continue;
    if (seen.has(key)) superseded.push(past.outcome.callId);
    seen.add(key);
  }
  return superseded.reverse();
}

function keyOf(table: ToolTable, { call, outcome }: PastCall): string | undefined {
  const tool = table.find(call.name)?.tool;
  if (tool?.policy.supersedes === undefined || outcome.status !== 'success') return undefined;
  const accepted = acceptArguments(tool.check, call.arguments);
  if (accepted.refusal !== undefined) return undefined;
  return JSON.stringify([tool.definition.toolset, tool.policy.supersedes(accepted.args as never)]);
}
