import { isObject, wellFormedData } from '@haft/schema/internal';
import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
import { addAttributes } from '@haft/runtime/telemetry';
import {
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
  type CallToolResult,
  type Client,
  type Tool,
} from '@modelcontextprotocol/client';
import type { Connection } from './connection.js';
import { taskIn } from './tasks/accept-tasks.js';
import { endOfKeptTask, endOfTask, TaskLost } from './tasks/end-of-task.js';
import { keepTask } from './tasks/kept-task.js';

/**
 * Asks the server to execute a call, within the deadline and the signal of the call.
 *
 * @throws {ModelRetry} if the server rejects the arguments
 * @throws {ToolFailed} with our own text, if the server cannot be reached
 */
export async function callForeignTool(
  connection: Connection,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  run: RunContext,
): Promise<CallToolResult> {
  for (let attempt = 0; ; attempt++) {
    const client = await reached(connection, run);
    let hasTask = false;
    addAttributes(run, connection.attributes(client));
    try {
      const result = await send(client, tool, args, run);
      const task = taskIn(result);
      if (task === undefined) return result;
      hasTask = true;
      return await endOfTask(connection, task, run, await keepTask(connection.name, task.taskId, run));
    } catch (error) {
      if (run.signal.aborted) throw error;
      const isLost = lost(error);
      if (isLost !== undefined) await connection.drop(client);
      // Tries again if the server cannot have executed it, or if executing it twice is harmless.
      if (attempt === 0 && !hasTask && (isLost === 'unsent' || (isLost === 'unknown' && isRepeatable(tool)))) continue;
      throw failureOf(error, isLost !== undefined, tool, run);
    }
  }
}

/**
 * Continues a call whose row has the id of a task.
 *
 * @returns undefined if there is none, or the server does not tell its end
 * @throws {ToolFailed} with our own text, if the server cannot be reached
 */
export async function continueForeignCall(
  connection: Connection,
  tool: Tool,
  run: RunContext,
): Promise<CallToolResult | undefined> {
  try {
    return await endOfKeptTask(connection, run);
  } catch (error) {
    throw run.signal.aborted ? error : failureOf(error, lost(error) !== undefined, tool, run);
  }
}

async function reached(connection: Connection, run: RunContext): Promise<Client> {
  try {
    return await connection.client();
  } catch (error) {
    run.logger.error('An MCP server cannot be reached.', { error });
    throw new ToolFailed(UNREACHABLE);
  }
}

async function send(
  client: Client,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  run: RunContext,
): Promise<CallToolResult> {
  // The SDK's own check would answer with its own texts. See `resultOfCall`.
  const { outputSchema: _checkedByUs, ...toolDefinition } = tool;
  return client.callTool(
    { name: tool.name, arguments: wellFormedData({ ...args }) },
    {
      signal: run.signal,
      // The deadline of the call comes first.
      timeout: run.deadline === undefined ? LONGEST_TIMEOUT_MS : Math.max(1, run.deadline - Date.now()) + 1000,
      onprogress: (progress) => {
        run.report(progress);
      },
      toolDefinition,
    },
  );
}

/** The longest time of a timer. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

const UNREACHABLE = 'The server of this tool cannot be reached now.';

/**
 * Returns whether an error means that the connection is lost, and whether the call may have reached
 * the server.
 */
function lost(error: unknown): 'unsent' | 'unknown' | undefined {
  // The server has restarted and does not know the session.
  if (error instanceof SdkHttpError) return error.status === 404 ? 'unsent' : undefined;
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.NotConnected) return 'unsent';
    return error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.SendFailed
      ? 'unknown'
      : undefined;
  }
  return isFetchFailure(error) ? whyNoAnswer(error.cause) : undefined;
}

/**
 * Returns whether an error is from `fetch` without an answer. Checks the name, because another
 * realm may have created it.
 */
function isFetchFailure(error: unknown): error is { readonly cause: unknown } {
  return isObject(error) && error['name'] === 'TypeError' && 'cause' in error;
}

function whyNoAnswer(cause: unknown): 'unsent' | 'unknown' {
  const code = isObject(cause) ? cause['code'] : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' ? 'unsent' : 'unknown';
}
function isRepeatable({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
}

function failureOf(error: unknown, isLost: boolean, tool: Tool, run: RunContext): unknown {
  if (error instanceof TaskLost) return new ToolFailed(error.message);
  if (error instanceof ProtocolError) {
    const text = error.message.slice(0, 2000);
    return error.code === (ProtocolErrorCode.InvalidParams as number) ? new ModelRetry(text) : new ToolFailed(text);
  }
  if (isLost || error instanceof SdkHttpError) {
    run.logger.error(`The MCP server of '${tool.name}' did not answer a call.`, { error });
    return new ToolFailed(UNREACHABLE);
  }
  if (error instanceof UnauthorizedError) {
    run.logger.error(`The MCP server of '${tool.name}' wants an authorization that it did not get.`, { error });
    return new ToolFailed('The server of this tool does not accept who is asking. Do not call it again.');
  }
  return error;
}
