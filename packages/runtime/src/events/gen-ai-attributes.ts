import type { CallTrace } from './call-channel.js';

/* Names of OpenTelemetry's semantic conventions for generative AI, 1.38. The only file that has them. */

export const OPERATION = 'gen_ai.operation.name';
export const TOOL_NAME = 'gen_ai.tool.name';
export const ERROR_TYPE = 'error.type';

/** What is known when a call begins. */
export function attributesAtStart({ definition, callId, runId }: CallTrace): Readonly<Record<string, string>> {
  return {
    [OPERATION]: 'execute_tool',
    [TOOL_NAME]: definition.name,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': callId,
    'gen_ai.tool.description': definition.description,
    'haft.run.id': runId,
    'haft.toolset': definition.toolset,
  };
}

/** What is known when it is answered. `error.type` is the reason of a failure; retries and deferrals are none. */
export function attributesAtEnd(
  { outcome, error, arguments: args }: CallTrace,
  options: { readonly recordArguments?: boolean; readonly recordResults?: boolean },
): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = { 'haft.outcome': outcome?.status ?? 'rejected' };
  if (outcome?.status === 'failed') attributes[ERROR_TYPE] = outcome.reason;
  if (outcome === undefined) attributes[ERROR_TYPE] = error instanceof Error ? error.name : 'rejected';
  if (options.recordArguments === true && args !== undefined) {
    attributes['gen_ai.tool.call.arguments'] = JSON.stringify(args);
  }
  if (options.recordResults === true && outcome !== undefined) attributes['gen_ai.tool.call.result'] = outcome.text;
  return attributes;
}
