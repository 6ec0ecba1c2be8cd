import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { serveMcp } from '../../src/index.js';
import { atEnd, connect, ERAS } from '../support/connect.js';

const CANARY = 'canary-7f3a9c';
const object = { type: 'object', properties: {}, additionalProperties: false } as const;

/**
 * Throws the error of a careless dependency: a message, a cause and facts that must not leave the
 * server.
 */
function explode(): never {
  throw Object.assign(new Error(`cannot connect to ${CANARY}`, { cause: new Error(CANARY) }), { token: CANARY });
}

const tool = (name: string, execute: (args: object, run: { logger: Console }) => unknown, more = {}) =>
  defineTool({ name, description: name, parameters: object, execute: execute as never, ...more });

const tools = toolset('leaky', [
  tool('throws', explode),
  tool('rejects', () => Promise.reject(new TypeError(CANARY))),
  tool('throws_a_text', () => {
    throw CANARY;
  }),
  tool('logs', (_args, { logger }) => {
    logger.error(CANARY, { secret: CANARY });
    return 'ok';
  }),
  tool('breaks_its_schema', () => ({ secret: CANARY }), { result: { ...object } }),
  tool('asks_badly', () => 'ok', {
    settings: {
      approvals: [explode],
    },
  }),
  tool('keeps_metadata', () => 'ok', { metadata: { internal: CANARY } }),
]);

describe.each(ERAS)('secrets, protocol $era', (era) => {
  it('are in nothing that a client gets [DEF-15]', async () => {
    const quiet = { debug() {}, info() {}, warn() {}, error() {} };
    const runtime = createRuntime({ toolsets: tools, observe: { logger: quiet } });
    const mcp = serveMcp(runtime, {
      context: ({ headers }) => {
        if (headers.get('x-break') !== null) explode();
        return { deps: { token: CANARY }, metadata: { token: CANARY } };
      },
    });
    const { url } = await mcp.listen({ port: 0 });
    atEnd(() => mcp.close());
    const seen: unknown[] = [];
    for (const headers of [{}, { 'x-break': '1' }]) {
      const client = await connect(url, era, { headers: { 'x-secret': CANARY, ...headers } });
      client.setNotificationHandler('notifications/message', (message) => void seen.push(message));
      seen.push(await client.listTools().catch(String));
      for (const name of tools.tools(undefined as never) as readonly { definition: { name: string } }[]) {
        seen.push(await client.callTool({ name: name.definition.name, arguments: {} }).catch(String));
      }
    }
    expect(seen).toHaveLength(16);
    expect(JSON.stringify(seen)).not.toContain(CANARY);
  });
});
