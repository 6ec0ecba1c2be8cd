import type { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { McpRequest } from '../mcp-request.js';
import { LISTEN, readableSubscriptions } from '../server/listen.js';
import type { McpService } from '../server/mcp-service.js';

/**
 * Leaves out of each `subscriptions/listen` the resources that the user may not read. Messages that
 * follow one wait for it, so that their order stays.
 */
export function filterListen(service: McpService, transport: StdioServerTransport, request: McpRequest): void {
  const receive = transport.onmessage?.bind(transport);
  if (receive === undefined) return;
  let waiting: Promise<void> | undefined;
  transport.onmessage = (message) => {
    const isListen = 'method' in message && message.method === LISTEN;
    if (waiting === undefined && !isListen) {
      receive(message);
      return;
    }
    const mine = (waiting ?? Promise.resolve()).then(async () => {
      receive(isListen ? await filtered(message) : message);
      if (waiting === mine) waiting = undefined;
    });
    waiting = mine;
  };

  async function filtered<Message extends object>(message: Message): Promise<Message> {
    try {
      return (
        ((await readableSubscriptions(service, { ...request, method: LISTEN }, message)) as Message | undefined) ??
        message
      );
    } catch (error) {
      service.report(error);
      return withoutResources(message);
    }
  }
}

/** Returns the message for a user whom the host rejects. */
function withoutResources<Message extends object>(message: Message): Message {
  const { params } = message as { readonly params?: { readonly notifications?: object } };
  const notifications = { ...params?.notifications, resourceSubscriptions: [] };
  return { ...message, params: { ...params, notifications } };
}
