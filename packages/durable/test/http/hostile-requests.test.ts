import 'reflect-metadata';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { MemoryCallLedger } from '@haft/durable';
import {
  expressPending,
  fastifyPending,
  honoPending,
  pendingHandler,
  type Authorization,
  type PendingHandler,
} from '@haft/durable/http';
import { HaftPendingModule } from '@haft/durable/nestjs';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { openBank, World } from '../calls/bank.js';
import { REQUESTS, sendHostile, type HostileFacts } from '../support/hostile-requests.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A bank with payments that wait. `reader` may look, and only `ann` may decide. */
async function openDoor() {
  const world = new World();
  const runtime = openBank(new MemoryCallLedger(), world);
  for (let number = 1; number <= 20; number += 1) {
    const run = runtime.startRun({ id: `r${number}`, tenantId: 'acme', userId: 'bob' });
    await run.call({ id: 'c1', name: 'pay', arguments: { cents: number } });
  }
  const { calls } = await runtime.pending.list();
  const errors: unknown[] = [];
  const deciders: unknown[] = [];
  world.beforePay = (run) => deciders.push(run.approval?.metadata?.['decidedBy']);
  const options = {
    onError: (error: unknown) => errors.push(error),
    authorize: (request: Request, action: string): Authorization => {
      const user = request.headers.get('x-user');
      if (user === 'ann' || (user === 'reader' && action !== 'decide'))
        return { allow: true, scope: { tenantId: 'acme' }, decidedBy: user };
      return { allow: false };
    },
  };
  return { runtime, world, errors, deciders, options, keys: calls.map(({ key }) => encodeURIComponent(key)) };
}

type Door = Awaited<ReturnType<typeof openDoor>>;

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** The used part of an application of Express, whose package has no types. */
interface ExpressApp {
  (...parameters: Parameters<RequestListener>): void;
  use(...handlers: readonly unknown[]): unknown;
}

async function express(isParsed: boolean, handler: PendingHandler): Promise<number> {
  const { default: create } = (await import('express' as string)) as {
    default: (() => ExpressApp) & { json(): unknown };
  };
  const app = create();
  if (isParsed) app.use(create.json());
  app.use('/admin', expressPending(handler));
  return listen(app);
}

async function nest(adapter: ExpressAdapter | FastifyAdapter, { runtime, options }: Door): Promise<number> {
  const pending: DynamicModule = HaftPendingModule.forRootAsync({
    useFactory: () => ({ runtime, ...options }),
    path: 'admin',
  });
  const module = await Test.createTestingModule({ imports: [pending] }).compile();
  const app: INestApplication = module.createNestApplication(adapter, { logger: false });
  await app.listen(0, '127.0.0.1');
  closers.push(() => app.close());
  return Number(new URL(await app.getUrl()).port);
}

const DOORS: Readonly<Record<string, (door: Door, handler: PendingHandler) => Promise<number>>> = {
  'node:http': (_door, handler) => listen(expressPending(handler)),
  Express: (_door, handler) => express(false, handler),
  'Express with a JSON parser': (_door, handler) => express(true, handler),
  Fastify: async (_door, handler) => {
    const app = fastify({ forceCloseConnections: true });
    app.all('/admin/pending', fastifyPending(handler));
    app.all('/admin/pending/*', fastifyPending(handler));
    await app.listen({ port: 0, host: '127.0.0.1' });
    closers.push(() => app.close());
    return (app.server.address() as AddressInfo).port;
  },
  Hono: async (_door, handler) => {
    const { getRequestListener } = (await import('@hono/node-server' as string)) as {
      getRequestListener(fetch: unknown): RequestListener;
    };
    const app = new Hono();
    app.all('/admin/pending', honoPending(handler));
    app.all('/admin/pending/*', honoPending(handler));
    return listen(getRequestListener(app.fetch));
  },
  'Nest with Express': (door) => nest(new ExpressAdapter(), door),
  'Nest with Fastify': (door) => nest(new FastifyAdapter({ forceCloseConnections: true }), door),
};

const BODIES = [
  ...['{"decision":{"kind":"approve"}}', '{"decision":{"kind":"deny","text":"no"}}', '{"decision":{"kind":"again"}}'],
  ...['{"decision":{"kind":"approve","arguments":{"cents":7}},"execute":false}', '{"decision":{"kind":"done"}}'],
  ...['{"decision":{"kind":"approve","arguments":{"cents":"x","__proto__":{}}}}', '{"decision":{"kind":"supply"}}'],
  ...['{"decision":{"kind":"approve","metadata":{"decidedBy":"ann"}}}', '{"decision":{"kind":"result","result":1}}'],
  ...['{"decision":{"kind":"approve","metadata":5}}', '{"decision":{"kind":"approve","arguments":null}}'],
  `{"decision":{"kind":"approve","arguments":{"cents":${'['.repeat(5_000)}${']'.repeat(5_000)}}}}`,
  `{"decision":{"kind":"approve","metadata":{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}}`,
  `{"decision":{"kind":"done","result":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
  '{"decision":{"kind":"approve"},"request":"\\u0000"}',
];

const USERS = ['X-User: reader', 'X-User: eve', 'X-User:', 'X-User: ann ann', 'X-User: reader\r\nX-User: ann'];

test.each(Object.entries(DOORS))(
  '%s answers every request below 500, and decides only with a permission',
  async (_name, open) => {
    const door = await openDoor();
    const port = await open(door, pendingHandler(door.runtime, door.options));
    const facts: HostileFacts = {
      host: `127.0.0.1:${port}`,
      bodies: BODIES,
      headers: USERS,
      paths: [
        '/admin/pending',
        ...door.keys.flatMap((key) => [`/admin/pending/${key}`, `/admin/pending/${key}/decision`]),
      ],
    };
    const unknown = await sendHostile(port, facts, { count: REQUESTS / 5 });
    expect(unknown.failures).toEqual([]);
    expect(door.world.payments).toEqual([]);
    expect((await door.runtime.pending.list()).calls).toHaveLength(20);
    const known = await sendHostile(port, { ...facts, headers: [], always: ['X-User: ann'] }, { count: REQUESTS / 2 });
    expect(known.failures).toEqual([]);
    expect(door.errors).toEqual([]);
    expect(known.statuses[200]).toBeGreaterThan(REQUESTS / 400);
    await door.runtime
      .startRun({ id: 'last', tenantId: 'acme' })
      .call({ id: 'c1', name: 'pay', arguments: { cents: 1 } });
    const { calls } = await door.runtime.pending.list({ runId: 'last' });
    const answer = await fetch(
      `http://127.0.0.1:${port}/admin/pending/${encodeURIComponent(calls[0]?.key ?? '')}/decision`,
      { method: 'POST', headers: { 'x-user': 'ann', 'content-type': 'application/json' }, body: BODIES[0] as string },
    );
    expect(await answer.json()).toMatchObject({ outcome: { status: 'success' } });
    expect(new Set(door.deciders)).toEqual(new Set(['ann']));
  },
  600_000,
);
