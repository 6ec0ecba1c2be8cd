import { setTimeout } from 'node:timers/promises';
import { ToolFailed, type RunContext } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import {
  specTypeSchemas,
  ProtocolError,
  type CallToolResult,
  type Client,
  type ElicitRequestParams,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import { readTask, taskOf, type ForeignTask } from './foreign-task.js';
import { forgetTask, keptTask } from './kept-task.js';

/** The parts of a connection that a task needs. */
export interface TaskConnection {
  /** The name of the toolset. */
  readonly name: string;
  client(): Promise<Client>;
  /** Answers a question to a person. Undefined without a user to ask. */
  readonly onElicit: ((params: ElicitRequestParams) => ElicitResult | Promise<ElicitResult>) | undefined;
}

/** The server does not tell the end of a task, so that its end is not known. */
export class TaskLost extends Error {}

/**
 * Asks for a task until it has ended, and returns its result. Tells its progress, and answers its
 * questions. If the call is cancelled, cancels the task, unless another process continues it.
 *
 * @param isKept - whether the row of the call has the id of the task
 * @throws {ToolFailed} if the task fails, or is cancelled by the server
 * @throws {TaskLost} if the server does not know the task
 */
export async function endOfTask(
  connection: TaskConnection,
  created: ForeignTask,
  run: RunContext,
  isKept: boolean,
): Promise<CallToolResult> {
  const answered = new Set<string>();
  let told: string | undefined;
  try {
    for (let task = created; ; task = await next(connection, task, run)) {
      if (task.statusMessage !== undefined && task.statusMessage !== told) run.report({ message: task.statusMessage });
      told = task.statusMessage;
      if (isKept && hasFailed(task)) await forgetTask(run);
      if (task.status === 'completed') return resultOf(task);
      if (task.status === 'failed') throw new ToolFailed(task.error?.slice(0, 2000) ?? 'The task failed.');
      if (task.status === 'cancelled') throw new ToolFailed('The server cancelled the task of this call.');
      if (task.status === 'input_required') await answer(connection, task, answered, run);
    }
  } catch (error) {
    if (run.signal.aborted && !(isKept && run.ledger.continuesElsewhere)) await cancel(connection, created);
    throw error;
  }
}

/**
 * Returns the end of the task that an attempt of this call kept.
 *
 * @returns undefined if there is none, or the server does not tell its end
 * @throws the errors of {@link endOfTask}, and of a lost connection
 */
export async function endOfKeptTask(connection: TaskConnection, run: RunContext): Promise<CallToolResult | undefined> {
  const taskId = keptTask(connection.name, run);
  try {
    return taskId === undefined ? undefined : await endOfTask(connection, taskOf(taskId), run, true);
  } catch (error) {
    if (error instanceof TaskLost && !run.signal.aborted) return undefined;
    throw error;
  }
}

function hasFailed({ status, result }: ForeignTask): boolean {
  if (status === 'completed') return isObject(result) && result['isError'] === true;
  return status === 'failed' || status === 'cancelled';
}

/** Returns the task after its interval. After a lost connection, asks over a new one. */
async function next(connection: TaskConnection, { taskId, pollIntervalMs }: ForeignTask, run: RunContext) {
  for (let failures = 0; ; failures++) {
    await setTimeout(Math.max(pollIntervalMs, failures * FAILURE_MS), undefined, { signal: run.signal });
    try {
      const task = readTask(await ask(connection, 'tasks/get', { taskId }, run));
      if (task === undefined) throw new TaskLost('The server of this tool broke the protocol of tasks.');
      return task;
    } catch (error) {
      run.signal.throwIfAborted();
      if (isAnswer(error) || failures >= MOST_FAILURES) throw error;
    }
  }
}

const MOST_FAILURES = 5;
const FAILURE_MS = 500;

/** @throws {TaskLost} if the server answers with an error */
async function ask(
  connection: TaskConnection,
  method: 'tasks/get' | 'tasks/update',
  params: Readonly<Record<string, unknown>>,
  run: RunContext,
): Promise<Readonly<Record<string, unknown>>> {
  const client = await connection.client();
  try {
    return await client.request({ method, params }, ANY, { signal: run.signal });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    run.logger.error('An MCP server does not tell the end of a task.', { error });
    throw new TaskLost('The server of this tool lost the task of the call. It is not known whether it took effect.');
  }
}

/** Returns whether the server answered with an error, so that asking again is useless. */
function isAnswer(error: unknown): boolean {
  return error instanceof TaskLost || (isObject(error) && typeof error['code'] === 'number');
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
  await ask(connection, 'tasks/update', { taskId, inputResponses }, run);
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
