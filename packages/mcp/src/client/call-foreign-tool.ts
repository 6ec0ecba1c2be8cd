import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
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

/**
 * Asks the server to execute a call, within the deadline and the signal of ours.
 *
 * @throws ModelRetry when the server refuses the arguments; ToolFailed, with a text of ours, when it cannot be reached
 */
export async function callForeignTool(
  connection: Connection,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  run: RunContext,
): Promise<CallToolResult> {
  for (let attempt = 0; ; attempt++) {
    const client = await reached(connection, run);
    try {
      return await send(client, tool, args, run);
    } catch (error) {
      if (run.signal.aborted) throw error;
      const isLost = lost(error);
      if (isLost !== undefined) await connection.drop(client);
      // Once more, where the server cannot have executed it, or executing it twice is the same as once.
      if (attempt === 0 && (isLost === 'unsent' || (isLost === 'unknown' && isRepeatable(tool)))) continue;
      throw failureOf(error, isLost !== undefined, tool, run);
    }
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
  // The SDK's own check would answer in its own words; see `resultOfCall`.
  const { outputSchema: _checkedByUs, ...toolDefinition } = tool;
  return client.callTool(
    { name: tool.name, arguments: { ...args } },
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

/** What a timer takes. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

const UNREACHABLE = 'The server of this tool cannot be reached now.';

/** Whether an error says that the connection is gone, and whether the call may have got to the server. */
function lost(error: unknown): 'unsent' | 'unknown' | undefined {
  // The session is unknown to the server, which has been started anew.
  if (error instanceof SdkHttpError) return error.status === 404 ? 'unsent' : undefined;
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.NotConnected) return 'unsent';
    return error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.SendFailed
      ? 'unknown'
      : undefined;
  }
  return isFetchFailure(error) ? whyNoAnswer(error.cause) : undefined;
}

/** What `fetch` throws when there is no answer. By its name: it may be made in another realm. */
function isFetchFailure(error: unknown): error is { readonly cause: unknown } {
  return isObject(error) && error['name'] === 'TypeError' && 'cause' in error;
}

function whyNoAnswer(cause: unknown): 'unsent' | 'unknown' {
  const code = isObject(cause) ? cause['code'] : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' ? 'unsent' : 'unknown';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isRepeatable({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
}

function failureOf(error: unknown, isLost: boolean, tool: Tool, run: RunContext): unknown {
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
