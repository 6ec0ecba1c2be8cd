import { isObject } from '@haft/schema/internal';

/**
 * Returns the id of the message of the model that has a call. LangGraph passes its state with the
 * messages to tools. Undefined outside of a graph.
 */
export function messageIdOf(config: object, callId: string | undefined): unknown {
  const state: unknown = 'state' in config ? config.state : undefined;
  const messages: unknown = isObject(state) ? state['messages'] : undefined;
  if (callId === undefined || !Array.isArray(messages)) return undefined;
  const message = (messages as readonly unknown[]).findLast((one) => isObject(one) && hasCall(one, callId));
  return isObject(message) ? message['id'] : undefined;
}

function hasCall({ tool_calls: calls }: Readonly<Record<string, unknown>>, callId: string): boolean {
  return Array.isArray(calls) && calls.some((call) => isObject(call) && call['id'] === callId);
}
