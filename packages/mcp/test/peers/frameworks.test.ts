import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { serveMcp, type McpEndpoint } from '../../src/index.js';
import { notesLog, notesTools } from '../fixtures/notes-tools.mjs';
import { atEnd, connect, ERAS } from '../support/connect.js';
import { peer } from '../support/peer.js';

/**
 * The part of the frameworks that the tests use. They are not installed where types are checked.
 */
interface Framework {
  all(path: string, handler: unknown): void;
  use(handler: unknown): void;
}

const load = async (name: string): Promise<Record<string, unknown>> => {
  const folder = join(import.meta.dirname, '../../peers/package.json');
  const { createRequire } = await import('node:module');
  return (await import(pathToFileURL(createRequire(folder).resolve(name)).href)) as Record<string, unknown>;
};

/** A port of this machine that answers with the framework's app. */
const MOUNTS: Readonly<Record<string, (mcp: McpEndpoint) => Promise<number>>> = {
  express: async (mcp) => {
    const express = (await load('express'))['default'] as (() => Framework) & { json(): unknown };
    const app = express();
    app.use(express.json());
    app.all('/mcp', mcp.handle);
    return listen(createServer(app as unknown as RequestListener));
  },
  fastify: async (mcp) => {
    const fastify = (await load('fastify'))['default'] as () => Framework & {
      listen(options: object): Promise<string>;
      close(): Promise<void>;
    };
    const app = fastify();
    app.all('/mcp', (request: FastifyRequest, reply: { hijack(): void; raw: never }) => {
      reply.hijack();
      return mcp.handle(request.raw, reply.raw, request.body);
    });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    atEnd(async () => {
      await mcp.close();
      await app.close();
    });
    return Number(new URL(address).port);
  },
  hono: async (mcp) => {
    const { Hono } = (await load('hono')) as {
      Hono: new () => Framework & { fetch(request: Request): Promise<Response> };
    };
    const app = new Hono();
    app.all('/mcp', (context: { req: { raw: Request } }) => mcp.fetch(context.req.raw));
    return listen(createServer((request, response) => void asHonoDoes(app, request, response)));
  },
};

interface FastifyRequest {
  readonly raw: never;
  readonly body: unknown;
}

describe.each(Object.keys(MOUNTS))('mounted in %s', (name) => {
  const framework = peer(name);
  if (framework === undefined) return;

  it.each(ERAS)('serves protocol $era', async (era) => {
    const log = notesLog();
    const mcp = serveMcp(createRuntime({ toolsets: notesTools(log) }));
    const port = await (MOUNTS[name] as (mcp: McpEndpoint) => Promise<number>)(mcp);
    atEnd(() => mcp.close());
    const client = await connect(new URL(`http://127.0.0.1:${port}/mcp`), era, { capabilities: { elicitation: {} } });
    client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { approve: true } }));
    expect((await client.listTools()).tools).toHaveLength(10);
    expect(await client.callTool({ name: 'note_delete', arguments: { id: 1 } })).toMatchObject({
      content: [{ text: 'deleted 1, approved: true' }],
    });
    const told: unknown[] = [];
    await client.callTool({ name: 'note_scan', arguments: {} }, { onprogress: (progress) => told.push(progress) });
    expect(told).toHaveLength(3);
  });
});

const express = peer('express');
if (express !== undefined) {
  it('knows who middleware says that it is', async () => {
    const make = (await load('express'))['default'] as () => Framework;
    const app = make();
    app.use((request: { auth?: object }, _response: unknown, next: () => void) => {
      request.auth = { token: 't', clientId: 'c', scopes: [], extra: { sub: 'ada' } };
      next();
    });
    const log = notesLog();
    const mcp = serveMcp(createRuntime({ toolsets: notesTools(log) }), {
      context: ({ auth }) => ({ userId: String(auth?.extra?.['sub']) }),
    });
    app.all('/mcp', mcp.handle);
    const port = await listen(createServer(app as unknown as RequestListener));
    const client = await connect(new URL(`http://127.0.0.1:${port}/mcp`), ERAS[1]);
    await client.callTool({ name: 'note_write', arguments: { text: 'x' } });
    expect(log.seen).toMatchObject([{ userId: 'ada' }]);
  });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Does the work of a Node adapter for web-standard apps. */
async function asHonoDoes(
  app: { fetch(request: Request): Promise<Response> },
  incoming: Parameters<RequestListener>[0],
  response: Parameters<RequestListener>[1],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const answer = await app.fetch(
    new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: Object.entries(incoming.headers).map(([key, value]): [string, string] => [key, String(value)]),
      signal: gone.signal,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) response.write(chunk);
  response.end();
}
