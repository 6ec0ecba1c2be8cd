import { isObject } from '@haft/schema/internal';
import type { CallToolResult, JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { readTask, type ForeignTask } from './foreign-task.js';

/** The place of a task in `_meta` of a result, which the SDK passes on. */
const TASK = 'haft/task';

/**
 * Lets calls return tasks. The SDK rejects results whose `resultType` is `task`.
 *
 * @param transport - the transport of a connected client
 */
export function acceptTasks(transport: Transport): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    deliver?.(withTaskInMeta(message), extra);
  };
}

function withTaskInMeta(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result['resultType'] !== 'task') return message;
  const { _meta: meta, ...task } = message.result;
  return { ...message, result: { resultType: 'complete', content: [], _meta: { ...meta, [TASK]: task } } };
}

/** Returns the task that a call returned. Undefined for an ordinary result. */
export function taskIn({ _meta: meta }: CallToolResult): ForeignTask | undefined {
  const task = meta?.[TASK];
  return isObject(task) ? readTask(task) : undefined;
}
