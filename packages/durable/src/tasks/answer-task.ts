import { ModelRetry, type RunContext, ToolResult } from '@haft/core';
import type { BackgroundTasks, TaskOwner } from './background-tasks.js';
import type { TaskArguments, TaskToolName } from './task-answers.js';

/**
 * Answers a tool that asks about a background call.
 *
 * @throws {ModelRetry} if the user has no such task
 */
export async function answerTask(
  tasks: BackgroundTasks,
  tool: TaskToolName,
  args: TaskArguments,
  run: RunContext,
): Promise<ToolResult> {
  const { task } = args;
  if (tool === 'task_status') {
    return new ToolResult({ value: (await tasks.statusOf(task, ownerOf(run))) ?? refuseUnknown(task) });
  }
  if (tool === 'task_result') return resultOf(tasks, args, run);
  const cancelled = (await tasks.cancel(task, ownerOf(run))) ?? refuseUnknown(task);
  return new ToolResult({ value: cancelled, content: cancelText(cancelled.status) });
}

async function resultOf(
  tasks: BackgroundTasks,
  { task, waitSeconds = 0 }: TaskArguments,
  run: RunContext,
): Promise<ToolResult> {
  const wait = { ms: waitSeconds * 1000, signal: run.signal };
  const { status, outcome } = (await tasks.resultOf(task, ownerOf(run), wait)) ?? refuseUnknown(task);
  if (outcome === undefined) {
    return new ToolResult({ value: { task, status }, content: `The task is ${status}. Ask again later.` });
  }
  const value = outcome.status === 'success' ? { result: outcome.value ?? null } : {};
  const content = outcome.status === 'success' ? (outcome.parts ?? outcome.text) : `${status}: ${outcome.text}`;
  return new ToolResult({ value: { task, status, ...value }, content });
}

/** Returns the owner whose tasks a run may see. */
function ownerOf({ tenantId = '', userId = '', runId }: RunContext): TaskOwner {
  return { tenantId, userId, runId };
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
