import { shownName } from '../results/cut-text.js';
import type { CallTrace } from './call-channel.js';

/* The names of OpenTelemetry's semantic conventions for generative AI, 1.38. */

export const OPERATION = 'gen_ai.operation.name';
export const TOOL_NAME = 'gen_ai.tool.name';
export const ERROR_TYPE = 'error.type';

/** The attributes of a span. */
export type SpanAttributes = Readonly<Record<string, string | number>> & { readonly [ERROR_TYPE]?: string };

/** Returns the attributes that are known when a call begins. */
export function attributesAtStart(trace: CallTrace): SpanAttributes {
  const { tool, definition, callId, runId, parent, context } = trace;
  return {
    [OPERATION]: 'execute_tool',
    [TOOL_NAME]: definition?.name ?? shownName(tool),
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': callId,
    'haft.run.id': runId,
    'haft.attempt': context.retries.attempt,
    ...(parent === undefined ? {} : { 'haft.parent_call_id': parent.callId }),
    ...(definition === undefined
      ? {}
      : { 'gen_ai.tool.description': definition.description, 'haft.toolset': definition.toolset }),
  };
}

/** Returns the attributes of an answered call. Retries and deferrals have no `error.type`. */
export function attributesAtEnd(
  { outcome, error, arguments: args }: CallTrace,
  options: { readonly recordArguments?: boolean; readonly recordResults?: boolean },
): SpanAttributes {
  const attributes: Record<string, string | number> & { [ERROR_TYPE]?: string } = {
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
