import type { DefinitionKind } from '@haft/core';
import { shownName } from '@haft/core/internal';
import type { CallTrace } from './call-channel.js';
import { attributesAround, attributesOf } from './span-attributes.js';

/*
 * The names of OpenTelemetry's semantic conventions for generative AI and MCP
 * (open-telemetry/semantic-conventions-genai 0.1).
 */

export const ERROR_TYPE = 'error.type';

/** The URI of a resource contains its arguments. */
const RESOURCE_URI = 'mcp.resource.uri';

/** The attributes of a span. */
export type SpanAttributes = Readonly<Record<string, string | number>> & { readonly [ERROR_TYPE]?: string };

/** The operations of the conventions. The name of a span begins with one. */
export const OPERATIONS: Readonly<Record<DefinitionKind, string>> = {
  tool: 'execute_tool',
  resource: 'resources/read',
  prompt: 'prompts/get',
};

/** Returns the operation and the name of a call, for its span and its duration. */
export function operationOf({ definition }: CallTrace, name: string): Readonly<Record<string, string>> {
  const kind = definition?.kind ?? 'tool';
  if (kind === 'tool') return { 'gen_ai.operation.name': OPERATIONS.tool, 'gen_ai.tool.name': name };
  // The conventions have no name for a resource: `mcp.resource.uri` names one.
  return { 'mcp.method.name': OPERATIONS[kind], [kind === 'prompt' ? 'gen_ai.prompt.name' : 'haft.resource']: name };
}

/** Returns the attributes that are known when a call begins. */
export function attributesAtStart(trace: CallTrace, options: { readonly recordArguments?: boolean }): SpanAttributes {
  const { tool, definition, runId, parent, context } = trace;
  const { [RESOURCE_URI]: uri, ...around } = (parent === undefined ? attributesAround() : undefined) ?? {};
  return {
    ...operationOf(trace, definition?.name ?? shownName(tool)),
    ...((definition?.kind ?? 'tool') === 'tool' ? toolAttributes(trace) : {}),
    'haft.run.id': runId,
    'haft.attempt': context.retries.attempt,
    ...(parent === undefined ? {} : { 'haft.parent_call_id': parent.callId }),
    ...(definition === undefined ? {} : { 'haft.toolset': definition.toolset }),
    ...around,
    ...(uri === undefined || options.recordArguments !== true ? {} : { [RESOURCE_URI]: uri }),
  };
}

function toolAttributes({ callId, definition }: CallTrace): SpanAttributes {
  return {
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': callId,
    ...(definition === undefined ? {} : { 'gen_ai.tool.description': definition.description }),
  };
}

/**
 * Returns the attributes of an answered call. Retries and deferrals have no `error.type`.
 *
 * @param atStart - a tool that is served over MCP and calls another MCP server keeps the attributes
 *   of its own request
 */
export function attributesAtEnd(
  { outcome, error, context, arguments: args }: CallTrace,
  atStart: SpanAttributes,
  options: { readonly recordArguments?: boolean; readonly recordResults?: boolean },
): SpanAttributes {
  const attributes: Record<string, string | number> & { [ERROR_TYPE]?: string } = {
    ...Object.fromEntries(Object.entries(attributesOf(context) ?? {}).filter(([name]) => !(name in atStart))),
    'haft.outcome': outcome?.status ?? 'rejected',
    'haft.repairs': outcome?.repairs.length ?? 0,
  };
  if (outcome?.status === 'failed') attributes[ERROR_TYPE] = outcome.reason;
  if (outcome === undefined) attributes[ERROR_TYPE] = error instanceof Error ? error.name : 'rejected';
  if (options.recordArguments === true && args !== undefined) {
    attributes['gen_ai.tool.call.arguments'] = JSON.stringify(args);
  }
  if (options.recordResults === true && outcome !== undefined) attributes['gen_ai.tool.call.result'] = outcome.text;
  return attributes;
}
