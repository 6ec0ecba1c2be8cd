import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { anyOf } from '@haft/core';
import { serveMcp } from '../../src/index.js';
import type { McpOptions } from '../../src/mcp-options.js';
import { prompt, resource } from '../fixtures/offers.mjs';

/* The scopes of a token are the permissions of the run. */

const done: string[] = [];
const tool = (name: string, requires: readonly (string | ReturnType<typeof anyOf>)[]) =>
  defineTool({
    name,
    description: name,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    ...(requires.length > 0 && { settings: { requires } }),
    execute: () => {
      done.push(name);
      return 'done';
    },
  });
const DONE = { mimeType: 'text/plain', text: 'done' };
const ID = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
} as const;
const shop = toolset('shop', [
  tool('look', []),
  tool('cancel', ['orders:read', 'orders:write']),
  tool('close', [anyOf('desk', 'admin')]),
  resource('shop://desk', 'desk', () => DONE, { settings: { requires: ['desk'] } }),
  resource('shop://orders/{id}', 'order', () => DONE, {
    parameters: ID,
    settings: { requires: ['orders:read'] },
    offer: {
      list: () => {
        done.push('list');
        return ['shop://orders/1'];
      },
    },
  }),
  prompt('greet', () => 'Hello.', { settings: { requires: ['desk'] } }),
]);

/** The rights of the user, and a server that takes the token `read write` as two scopes. */
function serve(options: McpOptions = {}, rights?: readonly string[]) {
  const runtime = createRuntime({
    toolsets: shop,
    observe: { logger: { debug() {}, info() {}, warn() {}, error() {} } },
    ...(rights && { can: (permission: string) => rights.includes(permission) }),
  });
  const resource = new URL('https://shop.example/mcp');
  const errors: unknown[] = [];
  const mcp = serveMcp(runtime, {
    sessions: false,
    authenticate: ({ headers }) => {
      const token = headers.get('authorization') ?? '';
      return { token, clientId: 'app', scopes: token.split(' ').slice(1) };
    },
    oauth: {
      resourceServerUrl: resource,
      oauthMetadata: {
        issuer: 'https://id.example',
        authorization_endpoint: '',
        token_endpoint: '',
        response_types_supported: [],
      },
    },
    onError: (error) => errors.push(error),
    ...options,
  });
  const send = async (era: Era, method: string, params: object, scopes: string) => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': era,
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return mcp.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${scopes}`,
          'mcp-protocol-version': era,
          ...(era === '2026-07-28' && {
            'mcp-method': method,
            ...('name' in params && { 'mcp-name': String(params.name) }),
            ...('uri' in params && { 'mcp-name': String(params.uri) }),
          }),
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method,
          params: era === '2026-07-28' ? { ...params, _meta: meta } : params,
        }),
      }),
    );
  };
  const list = async (era: Era, scopes: string): Promise<readonly string[]> => {
    const text = await (await send(era, 'tools/list', {}, scopes)).text();
    return [...text.matchAll(/"name":"(\w+)"/g)].map(([, name = '']) => name).filter((name) => name !== 'haft');
  };
  const call = (era: Era, name: string, scopes: string) => send(era, 'tools/call', { name, arguments: {} }, scopes);
  return { list, call, send, errors };
}

type Era = '2025-11-25' | '2026-07-28';

describe.each<Era>(['2025-11-25', '2026-07-28'])('scopes of a token, %s', (era) => {
  it('are the permissions of lists and calls', async () => {
    done.length = 0;
    const { list, call, errors } = serve();
    expect(await list(era, '')).toEqual(['look']);
    expect(await list(era, 'orders:read orders:write')).toEqual(['look', 'cancel']);
    expect(await list(era, 'admin')).toEqual(['look', 'close']);
    const refused = await call(era, 'cancel', 'orders:read');
    expect(await refused.text()).toContain('-32602');
    expect(await (await call(era, 'cancel', 'orders:read orders:write')).text()).toContain('done');
    expect([done, errors]).toEqual([['cancel'], []]);
  });

  it('do not give a user more than `can` allows', async () => {
    const { list } = serve({}, ['orders:read']);
    expect(await list(era, 'orders:read orders:write desk')).toEqual(['look']);
  });

  it('give way to the permissions of `context`', async () => {
    const { list, call } = serve({ context: () => ({ permissions: ['desk'] }), stepUp: true });
    expect(await list(era, 'orders:read orders:write')).toEqual(['look', 'close']);
    expect((await call(era, 'close', '')).status).toBe(200);
  });

  it('can be stepped up: the tool is listed, and a call names all scopes of the tool', async () => {
    done.length = 0;
    const { list, call, errors } = serve({ stepUp: true }, ['orders:read', 'orders:write']);
    expect(await list(era, '')).toEqual(['look', 'cancel']);
    const refused = await call(era, 'cancel', 'orders:read');
    expect(refused.status).toBe(403);
    const challenge = refused.headers.get('www-authenticate') ?? '';
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('scope="orders:read orders:write"');
    expect(challenge).toContain('resource_metadata="https://shop.example/.well-known/oauth-protected-resource/mcp"');
    expect(await (await call(era, 'close', 'orders:read')).text()).toContain('-32602');
    expect(done).toEqual([]);
    expect(await (await call(era, 'cancel', 'orders:read orders:write')).text()).toContain('done');
    expect([done, errors]).toEqual([['cancel'], []]);
  });

  it('can be stepped up for some permissions only', async () => {
    const { list, call } = serve({ stepUp: (permission) => permission.startsWith('orders:') });
    expect(await list(era, '')).toEqual(['look', 'cancel']);
    expect((await call(era, 'cancel', '')).status).toBe(403);
    expect(await (await call(era, 'close', '')).text()).toContain('-32602');
  });

  it('hold for resources and prompts, and can be stepped up', async () => {
    const desk = { uri: 'shop://desk' };
    const text = async (sent: Promise<Response>): Promise<string> => (await sent).text();
    const hiding = serve();
    expect(await text(hiding.send(era, 'resources/read', desk, ''))).toContain("There is no resource 'shop://desk'.");
    expect(await text(hiding.send(era, 'resources/read', desk, 'desk'))).toContain('done');
    done.length = 0;
    const { send } = serve({ stepUp: true });
    const listed = [
      await text(send(era, 'resources/list', {}, '')),
      await text(send(era, 'resources/templates/list', {}, '')),
      await text(send(era, 'prompts/list', {}, '')),
    ];
    expect(listed.map((one) => /shop:\/\/desk|\{id\}|greet/.exec(one)?.[0])).toEqual(['shop://desk', '{id}', 'greet']);
    // A method that lists resources runs only with the scopes that the token has.
    expect(done).toEqual([]);
    expect(await text(send(era, 'resources/list', {}, 'orders:read'))).toContain('shop://orders/1');
    for (const [method, params] of [
      ['resources/read', desk],
      ['prompts/get', { name: 'greet' }],
    ] as const) {
      const refused = await send(era, method, params, 'orders:read');
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        403,
        expect.stringContaining('scope="desk"'),
      ]);
    }
    expect(await text(send(era, 'resources/read', desk, 'desk'))).toContain('done');
    expect(await text(send(era, 'resources/read', { uri: 'shop://nothing' }, ''))).toContain('-32602');
  });
});
