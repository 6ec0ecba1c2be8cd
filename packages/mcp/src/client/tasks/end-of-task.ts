import { setTimeout } from 'node:timers/promises';
import { ToolFailed, type RunContext } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import {
  specTypeSchemas,
  type CallToolResult,
  type Client,
  type ElicitRequestParams,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import { readTask, type ForeignTask } from './foreign-task.js';

/** The parts of a connection that a task needs. */
export interface TaskConnection {
  client(): Promise<Client>;
  /** Answers a question to a person. Undefined without a user to ask. */
  readonly onElicit: ((params: ElicitRequestParams) => ElicitResult | Promise<ElicitResult>) | undefined;
}

/**
 * Asks for a task until it has ended, and returns its result. Tells its progress, and answers its
 * questions. If the call is cancelled, cancels the task.
 *
 * @throws {ToolFailed} if the task fails, or is cancelled by the server
 */
export async function endOfTask(
  connection: TaskConnection,
  created: ForeignTask,
  run: RunContext,
): Promise<CallToolResult> {
  const answered = new Set<string>();
  let told: string | undefined;
  try {
    for (let task = created; ; task = await next(connection, task, run)) {
      if (task.statusMessage !== undefined && task.statusMessage !== told) run.report({ message: task.statusMessage });
      told = task.statusMessage;
      if (task.status === 'completed') return resultOf(task);
      if (task.status === 'failed') throw new ToolFailed(task.error?.slice(0, 2000) ?? 'The task failed.');
      if (task.status === 'cancelled') throw new ToolFailed('The server cancelled the task of this call.');
      if (task.status === 'input_required') await answer(connection, task, answered, run);
    }
  } catch (error) {
    if (run.signal.aborted) await cancel(connection, created);
    throw error;
  }
}

/** Returns the task after its interval. After a lost connection, asks over a new one. */
async function next(connection: TaskConnection, { taskId, pollIntervalMs }: ForeignTask, run: RunContext) {
  for (let failures = 0; ; failures++) {
    await setTimeout(pollIntervalMs, undefined, { signal: run.signal });
    try {
      const client = await connection.client();
      const answer = await client.request({ method: 'tasks/get', params: { taskId } }, ANY, { signal: run.signal });
      const task = readTask(answer);
      if (task === undefined) throw new ToolFailed('The server of this tool broke the protocol of tasks.');
      return task;
    } catch (error) {
      run.signal.throwIfAborted();
      if (isAnswer(error) || failures >= MOST_FAILURES) throw error;
    }
  }
}

const MOST_FAILURES = 5;

/** Returns whether the server answered with an error, so that asking again is useless. */
function isAnswer(error: unknown): boolean {
  return error instanceof ToolFailed || (isObject(error) && typeof error['code'] === 'number');
}

function resultOf({ result }: ForeignTask): CallToolResult {
  const checked = specTypeSchemas.CallToolResult['~standard'].validate(result);
  if ('value' in checked) return checked.value;
  throw new ToolFailed('The tool ran, but its server sent a result that cannot be read.');
}

/** Answers the questions that are new. A client answers a key once. */
async function answer(
  connection: TaskConnection,
  { taskId, inputRequests }: ForeignTask,
  answered: Set<string>,
  run: RunContext,
): Promise<void> {
  const inputResponses: Record<string, ElicitResult> = {};
  for (const [key, request] of Object.entries(inputRequests)) {
    if (answered.has(key)) continue;
    inputResponses[key] = await answerTo(connection, request);
    answered.add(key);
  }
  if (Object.keys(inputResponses).length === 0) return;
  const client = await connection.client();
  await client.request({ method: 'tasks/update', params: { taskId, inputResponses } }, ANY, { signal: run.signal });
}

/** Only questions to a person are answered, so no sampling and no roots. */
async function answerTo({ onElicit }: TaskConnection, request: unknown): Promise<ElicitResult> {
  const isQuestion = isObject(request) && request['method'] === 'elicitation/create' && isObject(request['params']);
  if (onElicit === undefined || !isQuestion) return { action: 'cancel' };
  const checked = specTypeSchemas.ElicitRequestParams['~standard'].validate(request['params']);
  return 'value' in checked ? onElicit(checked.value) : { action: 'cancel' };
}

async function cancel(connection: TaskConnection, { taskId }: ForeignTask): Promise<void> {
  try {
    const client = await connection.client();
    await client.request({ method: 'tasks/cancel', params: { taskId } }, ANY, { timeout: CANCEL_MS });
  } catch {
    // The call has ended for its caller. The server ends the task by its time to live.
  }
}

const CANCEL_MS = 5000;

/** A Standard Schema of every object. `readTask` reads the answers. */
const ANY = {
  '~standard': {
    version: 1 as const,
    vendor: 'haft',
    types: undefined as
      | { readonly input: Readonly<Record<string, unknown>>; readonly output: Readonly<Record<string, unknown>> }
      | undefined,
    validate: (value: unknown) =>
      isObject(value) ? { value } : { issues: [{ message: 'the answer is not an object' }] },
  },
};
