import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/** A request that a scripted server received. */
export interface Received {
  readonly method: string;
  readonly params: Readonly<Record<string, any>>; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON of the wire
}

/**
 * A server of 2026-07-28 with one tool, whose answers the test gives. An answer `{ refusal }` is
 * an error.
 */
export class ScriptedServer {
  readonly received: Received[] = [];

  constructor(
    private readonly answers: (request: Received) => object | undefined,
    private readonly annotations: object = {},
  ) {}

  readonly transport = (): Transport => {
    const transport: Transport = {
      start: () => Promise.resolve(),
      close: () => {
        transport.onclose?.();
        return Promise.resolve();
      },
      send: (message: JSONRPCMessage) => {
        if (!('method' in message) || !('id' in message)) return Promise.resolve();
        const request = { method: message.method, params: { ...message.params } };
        this.received.push(request);
        const answer = identity(this.annotations)[request.method] ?? this.answers(request) ?? {};
        const reply = 'refusal' in answer ? { error: answer.refusal } : { result: answer };
        setImmediate(() => transport.onmessage?.({ jsonrpc: '2.0', id: message.id, ...reply } as never));
        return Promise.resolve();
      },
    };
    return transport;
  };
}

const identity = (annotations: object): Readonly<Record<string, object>> => ({
  'server/discover': {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
    serverInfo: { name: 'scripted', version: '1' },
    ttlMs: 0,
    cacheScope: 'private',
  },
  'tools/list': {
    resultType: 'complete',
    tools: [{ name: 'work', description: 'Works.', inputSchema: { type: 'object', properties: {} }, annotations }],
    ttlMs: 0,
    cacheScope: 'private',
  },
});
