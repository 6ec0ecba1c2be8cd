import type { ToolOutcome } from '@haft/core';
import type { Run, Task } from '@haft/runtime';
import { isObject } from '@haft/schema/internal';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { idOfTask } from './task-id.js';
import type { TaskSettings } from './task-settings.js';
import { taskFacts } from './wire-task.js';

/**
 * Returns the answer to a call that became a task. Undefined for another outcome.
 *
 * @param run - the run of the call
 */
export async function createdTask(
  outcome: ToolOutcome,
  run: Run,
  settings: TaskSettings,
): Promise<CallToolResult | undefined> {
  const task = await taskOf(outcome, run, settings);
  if (task === undefined) return undefined;
  // The client asks for the state. At its creation, a task is always in progress.
  return {
    resultType: 'task',
    ...taskFacts(idOfTask(task, settings), 'working', task, settings),
    content: [],
  };
}

/** A tool may return a value of the same form. Only a row of the ledger makes it a task. */
async function taskOf(outcome: ToolOutcome, run: Run, { tasks }: TaskSettings): Promise<Task | undefined> {
  if (outcome.status !== 'success' || !isObject(outcome.value)) return undefined;
  const { task: key, status } = outcome.value;
  if (typeof key !== 'string' || typeof status !== 'string') return undefined;
  const task = await tasks.get(key, run);
  return task?.callId === outcome.callId && task.tool === outcome.tool ? task : undefined;
}
