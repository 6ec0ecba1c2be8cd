import { ModelRetry, type RunContext, ToolResult } from '@haft/core';
import { LedgerTasks } from '../background/ledger-tasks.js';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';

/** The names of the tools that ask about background calls. */
export type TaskToolName = 'task_status' | 'task_result' | 'task_cancel';

/** The arguments of these tools. */
export interface TaskArguments {
  readonly task: string;
  readonly waitSeconds?: number;
}

/**
 * Answers a tool that asks about a background call.
 *
 * @throws {ModelRetry} if the user has no such task
 */
export async function answerTask(
  keeper: LedgerKeeper,
  tool: TaskToolName,
  args: TaskArguments,
  run: RunContext,
): Promise<ToolResult> {
  const tasks = new LedgerTasks(keeper, run);
  const { task } = args;
  if (tool === 'task_status') {
    return new ToolResult({ value: (await tasks.statusOf(task)) ?? refuseUnknown(task) });
  }
  if (tool === 'task_result') return resultOf(tasks, args);
  const status = (await tasks.cancel(task)) ?? refuseUnknown(task);
  return new ToolResult({ value: { task, status }, content: cancelText(status) });
}

async function resultOf(tasks: LedgerTasks, { task, waitSeconds = 0 }: TaskArguments): Promise<ToolResult> {
  const { state: status, outcome } = (await tasks.resultOf(task, waitSeconds * 1000)) ?? refuseUnknown(task);
  if (outcome === undefined) {
    return new ToolResult({ value: { task, status }, content: `The task is ${status}. Ask again later.` });
  }
  const value = outcome.status === 'success' ? { result: outcome.value ?? null } : {};
  const content = outcome.status === 'success' ? (outcome.parts ?? outcome.text) : `${status}: ${outcome.text}`;
  return new ToolResult({ value: { task, status, ...value }, content });
}

function cancelText(status: string): string {
  if (status === 'cancelled') return 'The task is cancelled.';
  if (status === 'running') return 'The task was told to stop. Ask task_status whether it has.';
  return `The task had ended before: ${status}.`;
}

/** @throws {ModelRetry} always */
function refuseUnknown(task: string): never {
  throw new ModelRetry(`There is no task ${JSON.stringify(task)}. Use the id that the call of the tool returned.`);
}
