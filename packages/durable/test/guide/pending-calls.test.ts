import { afterEach, expect, test } from '@jest/globals';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoryCallLedger } from '@haft/durable';
import { expressPending, fastifyPending, honoPending, pendingHandler } from '@haft/durable/http';
import { decision, type PendingCall, type PendingPage, type Runtime } from '@haft/runtime';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { openBank, World } from '../calls/bank.js';

/* The examples of docs/guide/pending-calls.md. */

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface User {
  readonly id: string;
  readonly tenantId: string;
  readonly roles: readonly string[];
}

const USERS = new Map<string | null, User>([
  ['mia', { id: 'mia', tenantId: 'acme', roles: ['manager'] }],
  ['ann', { id: 'ann', tenantId: 'acme', roles: [] }],
]);

/** The session of the application. */
function userOf(request: Request): User | undefined {
  return USERS.get(request.headers.get('authorization'));
}

const world = new World();

async function openShop(): Promise<Runtime> {
  const runtime = openBank(new MemoryCallLedger(), world);
  const run = runtime.startRun({ id: 'chat-1', tenantId: 'acme', userId: 'ann' });
  await run.call({ id: 'call-1', name: 'pay', arguments: { cents: 900 } });
  return runtime;
}

function handlerOf(runtime: Runtime) {
  // #region handler
  const handler = pendingHandler(runtime, {
    authorize: (request, action, call) => {
      const user = userOf(request);
      if (user === undefined) return { allow: false, status: 401 };
      const isOwn = call?.userId === user.id;
      if (action === 'decide' && (isOwn || !user.roles.includes('manager'))) return { allow: false };
      return { allow: true, scope: { tenantId: user.tenantId }, decidedBy: user.id };
    },
  });
  // #endregion handler
  return handler;
}

test('a person lists and decides [NEW-27]', async () => {
  const runtime = await openShop();
  const show = (shown: readonly PendingCall[]): void => {
    expect(shown).toMatchObject([{ callId: 'call-1', tool: 'pay', arguments: { cents: 900 } }]);
  };
  const key = (await runtime.pending.list()).calls[0]?.key ?? '';
  const user = { id: 'mia' };
  // #region list
  const { calls, next } = await runtime.pending.list({ tenantId: 'acme', tool: 'pay', limit: 20 });
  show(calls);
  // #endregion list
  expect(next).toBeUndefined();
  // #region decide
  const outcome = await runtime.pending.decide(key, decision.approve({ metadata: { decidedBy: user.id } }));
  // #endregion decide
  expect(outcome).toMatchObject({ status: 'success', value: { paid: 900 } });
});

const ASK = { headers: { authorization: 'mia' } };

/** A manager decides over HTTP, and the user of the call may not. */
async function useRoutes(send: (path: string, init: RequestInit) => Promise<Response>): Promise<void> {
  const before = world.payments.length;
  const page = (await (await send('/admin/pending', ASK)).json()) as PendingPage;
  expect(page).toMatchObject({ calls: [{ callId: 'call-1' }] });
  const key = page.calls[0]?.key ?? '';
  const approve = (authorization: string): Promise<Response> =>
    send(`/admin/pending/${key}/decision`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"decision":{"kind":"approve"}}',
    });
  expect((await approve('ann')).status).toBe(403);
  expect(await (await approve('mia')).json()).toMatchObject({ outcome: { status: 'success' } });
  expect((await approve('mia')).status).toBe(409);
  expect(world.payments).toHaveLength(before + 1);
}

test('Express', async () => {
  interface App {
    use(path: string, handler: unknown): unknown;
    (request: unknown, response: ServerResponse): void;
  }
  const { default: express } = (await import('express' as string)) as { default: () => App };
  const handler = handlerOf(await openShop());
  // #region express
  const app = express();
  app.use('/admin', expressPending(handler));
  // #endregion express
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  await useRoutes((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
});

test('Fastify', async () => {
  const handler = handlerOf(await openShop());
  // #region fastify
  const app = fastify();
  app.all('/admin/pending', fastifyPending(handler));
  app.all('/admin/pending/*', fastifyPending(handler));
  // #endregion fastify
  closers.push(() => app.close());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await useRoutes((path, init) => fetch(`${url}${path}`, init));
});

test('Hono', async () => {
  const handler = handlerOf(await openShop());
  // #region hono
  const app = new Hono();
  app.all('/admin/pending/*', honoPending(handler));
  // #endregion hono
  await useRoutes(async (path, init) => app.request(path, init));
});
