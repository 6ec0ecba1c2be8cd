import type { McpServer, ServerNotifier } from '@modelcontextprotocol/server';
import type { Subscriptions } from './subscriptions.js';

/** A change that clients hear of. */
export interface Change {
  /** Publishes it for streams of 2026-07-28 over HTTP. The SDK sends it to those that want it. */
  publish(notifier: ServerNotifier): void;
  /** Sends it on a connection. In 2026-07-28, the SDK drops it if the client did not ask. */
  send(server: McpServer, era: 'legacy' | 'modern'): void;
}

export const TOOLS_CHANGED: Change = {
  publish: (notifier) => {
    notifier.toolsChanged();
  },
  send: (server) => {
    server.sendToolListChanged();
  },
};

export const RESOURCES_CHANGED: Change = {
  publish: (notifier) => {
    notifier.resourcesChanged();
  },
  send: (server) => {
    server.sendResourceListChanged();
  },
};

export const PROMPTS_CHANGED: Change = {
  publish: (notifier) => {
    notifier.promptsChanged();
  },
  send: (server) => {
    server.sendPromptListChanged();
  },
};

/** Returns the change of one resource. Clients hear of its URI only. */
export function updated(uri: string, subscriptions: Subscriptions): Change {
  return {
    publish: (notifier) => {
      notifier.resourceUpdated(uri);
    },
    send: (server, era) => {
      // The client may have disconnected.
      if (era === 'modern' || subscriptions.has(server, uri))
        void server.server.sendResourceUpdated({ uri }).catch(() => undefined);
    },
  };
}
