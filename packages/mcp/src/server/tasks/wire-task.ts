import type { ToolOutcome } from '@haft/core';
import type { Task } from '@haft/runtime';
import { isObject } from '@haft/schema/internal';
import { ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { resultOfOutcome } from '../result-of-outcome.js';
import { inputRequestsOf, type OpenQuestion } from './open-questions.js';
import type { TaskSettings } from './task-settings.js';

type Status = 'working' | 'input_required' | 'completed' | 'cancelled' | 'failed';

/** The facts that every answer about a task has. */
export interface TaskFacts {
  readonly taskId: string;
  readonly status: Status;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number;
}

/** A task as `tasks/get` answers it. */
export interface WireTask extends TaskFacts {
  readonly statusMessage?: string;
  readonly inputRequests?: ReturnType<typeof inputRequestsOf>;
  readonly result?: CallToolResult;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Returns the facts of a task. */
export function taskFacts(
  taskId: string,
  status: Status,
  { createdAt, updatedAt }: Task,
  { ttlMs, pollIntervalMs }: TaskSettings,
): TaskFacts {
  return { taskId, status, createdAt, lastUpdatedAt: updatedAt, ttlMs: ttlMs ?? null, pollIntervalMs };
}

/**
 * Returns a task as `tasks/get` answers it.
 *
 * @param context.questions - the open questions that the user of the client may answer
 * @param context.report - receives problems of a result that the protocol cannot carry
 */
export function wireTask(
  taskId: string,
  task: Task,
  settings: TaskSettings,
  { questions, report }: { readonly questions: readonly OpenQuestion[]; readonly report: (problem: Error) => void },
): WireTask {
  const facts = (status: Status): TaskFacts => taskFacts(taskId, status, task, settings);
  const { outcome, state, progress } = task;
  if (outcome !== undefined) {
    if (state === 'cancelled') return facts('cancelled');
    if (isProtocolError(outcome, state)) {
      return { ...facts('failed'), error: { code: ProtocolErrorCode.InternalError, message: outcome.text } };
    }
    return { ...facts('completed'), result: resultOfTask(outcome, report) };
  }
  if (questions.length > 0) {
    return { ...facts('input_required'), ...messageOf(progress), inputRequests: inputRequestsOf(questions) };
  }
  return { ...facts('working'), ...(task.requests.length > 0 ? { statusMessage: WAITS } : messageOf(progress)) };
}

const WAITS = 'Waits for an approval.';

/** An outcome that the tool did not choose is an error of the protocol. Its text is masked. */
function isProtocolError(outcome: ToolOutcome, state: Task['state']): boolean {
  return state === 'unknown_outcome' || (outcome.status === 'failed' && outcome.reason === 'exception');
}

/** The list shows no schema for results of tasks. An object is structured content all the same. */
function resultOfTask(outcome: ToolOutcome, report: (problem: Error) => void): CallToolResult {
  const result = resultOfOutcome(outcome, undefined, report);
  if (outcome.status !== 'success' || result.isError === true || !isObject(outcome.value)) return result;
  return { ...result, structuredContent: outcome.value };
}

/** Returns the last progress as a text for people. */
function messageOf(progress: unknown): { readonly statusMessage?: string } {
  const message = isObject(progress) ? progress['message'] : progress;
  return typeof message === 'string' ? { statusMessage: message } : {};
}
