import { refusalOfRead } from '@haft/runtime/internal';
import { isObject } from '@haft/schema/basics';
import type { McpRequest } from '../mcp-request.js';
import type { McpService } from './mcp-service.js';
import { MOST_SUBSCRIPTIONS } from './subscriptions.js';

/** The method that subscribes to changes in 2026-07-28. The SDK serves it. */
export const LISTEN = 'subscriptions/listen';

/**
 * Returns a message `subscriptions/listen` without the resources that do not exist or that the user
 * cannot read, so that its client never learns when they change. Undefined if the message names
 * none.
 */
export async function readableSubscriptions(
  service: McpService,
  request: McpRequest,
  message: unknown,
): Promise<unknown> {
  if (!isObject(message) || message['method'] !== LISTEN || !isObject(message['params'])) return undefined;
  const { notifications } = message['params'];
  const uris = isObject(notifications) ? notifications['resourceSubscriptions'] : undefined;
  // The SDK refuses other forms.
  if (!isObject(notifications) || !Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string'))
    return undefined;
  const resourceSubscriptions = await service.inRun(await service.hostOf(request), async (run) => {
    const readable: string[] = [];
    for (const uri of new Set(uris)) {
      if (readable.length === MOST_SUBSCRIPTIONS) break;
      if ((await refusalOfRead(run, uri)) === undefined) readable.push(uri);
    }
    return readable;
  });
  return { ...message, params: { ...message['params'], notifications: { ...notifications, resourceSubscriptions } } };
}
