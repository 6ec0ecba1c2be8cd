import type { ToolOutcome } from '@haft/core';
import type { Run, RunEventListener, RunOptions } from '@haft/runtime';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { definitionIndex } from './definition-index.js';
import type { McpService } from './mcp-service.js';
import { progressSender } from './progress-sender.js';
import { readRequest } from './read-request.js';
import { resultOfOutcome } from './result-of-outcome.js';
import { outputSchemaOf } from './tool-of-definition.js';

/** Answers `tools/call`: in a run of its own, which ends with it. */
export async function callTool(
  service: McpService,
  server: McpServer,
  { params }: CallToolRequest,
  ctx: ServerContext,
): Promise<CallToolResult> {
  const options = callOptions(await service.runOptions(readRequest(server, ctx)), ctx);
  return service.inRun(options, async (run) => {
    const outcome = await run.call({ name: params.name, arguments: params.arguments });
    return answer(server, run, outcome);
  });
}

async function answer({ server }: McpServer, run: Run, outcome: ToolOutcome): Promise<CallToolResult> {
  if ('unknownTool' in outcome && outcome.unknownTool === true) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, outcome.text);
  }
  const definition = definitionIndex(await run.definitions()).get(outcome.tool);
  const schema = definition === undefined ? undefined : outputSchemaOf(definition);
  return server.projectCallToolResult(resultOfOutcome(outcome, definition), schema && { ...schema });
}

/** The run ends early with the request, and its progress goes to whoever asked for it. */
function callOptions(options: RunOptions, ctx: ServerContext): RunOptions {
  const { signal } = ctx.mcpReq;
  const progress = progressSender(ctx);
  return {
    ...options,
    signal: options.signal === undefined ? signal : AbortSignal.any([signal, options.signal]),
    ...(progress === undefined ? {} : { onEvent: both(options.onEvent, progress) }),
  };
}

function both(first: RunEventListener | undefined, second: RunEventListener): RunEventListener {
  if (first === undefined) return second;
  return (event) => {
    second(event);
    first(event);
  };
}
