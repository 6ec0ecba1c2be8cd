import 'reflect-metadata';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { MemoryCallLedger } from '@haft/durable';
import { HaftInspectorModule } from '@haft/inspector/nestjs';
import type { Runtime } from '@haft/runtime';
import { REQUESTS, sendHostile, type HostileFacts } from '../../durable/test/support/hostile-requests.js';
import { inspect, type InspectOptions } from '../src/index.js';
import { freePort } from './support/free-port.js';
import { openShop } from './support/shop.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Serve = (runtime: Runtime, options: InspectOptions, port: number) => Promise<void>;

const nest =
  (adapter: () => ExpressAdapter | FastifyAdapter): Serve =>
  async (runtime, options, port) => {
    const page = HaftInspectorModule.forRootAsync({ useFactory: () => ({ runtime, ...options }) });
    const module = await Test.createTestingModule({ imports: [page] }).compile();
    const app = module.createNestApplication(adapter(), { logger: false });
    await app.listen(port, '127.0.0.1');
    closers.push(() => app.close());
  };

const SERVERS: Readonly<Record<string, Serve>> = {
  'node:http': async (runtime, options, port) => {
    const inspector = inspect(runtime, options);
    const listener = (request: IncomingMessage, response: ServerResponse) => void inspector.node(request, response);
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    closers.push(async () => {
      server.closeAllConnections();
      server.close();
      await inspector.close();
    });
  },
  'Nest with Express': nest(() => new ExpressAdapter()),
  'Nest with Fastify': nest(() => new FastifyAdapter({ forceCloseConnections: true })),
};

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const BODIES = [
  ...['order_find', 'order_refund', 'whoami', 'none', '\\u0000'].map(
    (tool) => `{"tool":"${tool}","arguments":{"number":7,"pin":"1"},"preset":"default","keepRun":true}`,
  ),
  `{"tool":"order_find","arguments":${deep(5_000)},"preset":"default","keepRun":false}`,
  ...['{"decisions":{}}', '{"decisions":{"x":{"kind":"approve"}}}', `{"decisions":{"x":${deep(5_000)}}}`],
  ...[
    '{"preset":"default"}',
    '{"preset":"__proto__"}',
    '{"decision":{"kind":"approve"}}',
    '{"decision":{"kind":"deny"}}',
  ],
  `{"decision":{"kind":"approve","arguments":${deep(5_000)}}}`,
];

test.each(Object.entries(SERVERS))(
  'the page under %s answers every request below 500, and does nothing without a permission [TSP-24]',
  async (_name, serve) => {
    const made: string[] = [];
    const runtime = openShop({
      durability: { ledger: new MemoryCallLedger() },
      interceptors: [
        {
          intercept: (call, next) => {
            made.push(call.definition.name);
            return next();
          },
        },
      ],
    });
    const run = runtime.startRun({ id: 'chat' });
    for (const number of [1, 2, 3])
      await run.call({ id: `c${number}`, name: 'order_refund', arguments: { number, pin: '1' } });
    made.length = 0;
    const { calls } = await runtime.pending.list();
    const keys = calls.map(({ key }) => encodeURIComponent(key));
    const port = await freePort();
    const errors: unknown[] = [];
    await serve(
      runtime,
      {
        hosts: [`127.0.0.1:${port}`],
        authorize: (request) => request.headers.get('x-user') === 'admin',
        onError: (error) => errors.push(error),
      },
      port,
    );
    const names = ['', 'app.js', 'haft-api/project', 'haft-api/tools/order_find', 'haft-api/stream', 'haft-api/runs'];
    const more = [
      'haft-api/ledger',
      'haft-api/ledger/chat',
      'haft-api/runs/forget',
      'haft-api/calls',
      'haft-api/pending',
    ];
    const ofCalls = ['haft-api/calls/1', 'haft-api/calls/1/test', 'haft-api/calls/2/decision'];
    const waiting = keys.flatMap((key) => [`haft-api/pending/${key}`, `haft-api/pending/${key}/decision`]);
    const facts: HostileFacts = {
      host: `127.0.0.1:${port}`,
      bodies: BODIES,
      headers: ['X-User: eve', 'X-User:', 'X-User: admin admin'],
      paths: [...names, ...more, ...ofCalls, ...waiting].map((name) => `/inspect/${name}`),
    };
    const unknown = await sendHostile(port, facts, { count: REQUESTS / 2 });
    expect([unknown.failures, made]).toEqual([[], []]);
    expect((await runtime.pending.list()).calls).toHaveLength(3);
    const known = await sendHostile(port, { ...facts, always: ['X-User: admin'] }, { count: REQUESTS / 2 });
    expect([known.failures, errors]).toEqual([[], []]);
    expect(known.statuses[200]).toBeGreaterThan(REQUESTS / 1_000);
    const answer = await fetch(`http://127.0.0.1:${port}/inspect/haft-api/project`, { headers: { 'x-user': 'admin' } });
    expect(answer.status).toBe(200);
  },
  600_000,
);
