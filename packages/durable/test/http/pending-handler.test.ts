import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { MemoryCallLedger } from '@haft/durable';
import {
  expressPending,
  fastifyPending,
  honoPending,
  pendingHandler,
  type Authorization,
  type PendingHandler,
} from '@haft/durable/http';
import fc from 'fast-check';
import { Hono } from 'hono';
import { fastify } from 'fastify';
import { openBank, World } from '../calls/bank.js';
import { keyAt } from '../support/row-at.js';

const SITE = 'http://site.test';

/** Two tenants with one open payment each, and an approver for each request header. */
async function openSite(extra: { readonly maxBodyBytes?: number; readonly scope?: object } = {}) {
  const world = new World();
  const errors: unknown[] = [];
  const ledger = new MemoryCallLedger();
  const runtime = openBank(ledger, world);
  for (const tenantId of ['acme', 'other']) {
    const run = runtime.startRun({ id: `${tenantId} run`, tenantId, userId: 'ann' });
    await run.call({ id: 'c1', name: 'pay', arguments: { cents: 5 } });
  }
  const handler = pendingHandler(runtime, {
    maxBodyBytes: extra.maxBodyBytes ?? 1000,
    onError: (error) => errors.push(error),
    authorize: (request, action): Authorization => {
      const user = request.headers.get('x-user');
      if (user === null) return { allow: false, status: 401 };
      if (user === 'reader' && action === 'decide') return { allow: false };
      return { allow: true, scope: extra.scope ?? { tenantId: 'acme' }, decidedBy: user };
    },
  });
  return {
    handler,
    runtime,
    world,
    errors,
    key: keyAt(ledger, 'acme run/c1'),
    hiddenKey: keyAt(ledger, 'other run/c1'),
  };
}

const ANN = { 'x-user': 'ann' };
const JSON_OF_ANN = { ...ANN, 'content-type': 'application/json' };
const APPROVE = JSON.stringify({ decision: { kind: 'approve' } });

async function ask(handler: PendingHandler<never>, path: string, init: RequestInit = {}) {
  const response = await handler(new Request(`${SITE}${path}`, { headers: ANN, ...init }));
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, response };
}

const post = (body: string, headers: Record<string, string> = JSON_OF_ANN): RequestInit => ({
  method: 'POST',
  body,
  headers,
});

describe('pendingHandler', () => {
  it('lists, shows and decides the calls of the scope only', async () => {
    const { handler, world, key, hiddenKey } = await openSite();
    const page = await ask(handler, '/admin/pending');
    expect(page).toMatchObject({ status: 200, body: { calls: [{ key: key, tool: 'pay' }] } });
    expect(page.body['calls']).toHaveLength(1);
    expect((await ask(handler, '/pending?tenantId=other')).body).toEqual({ calls: [] });
    expect(await ask(handler, `/pending/${key}`)).toMatchObject({ body: { call: { arguments: { cents: 5 } } } });
    const hidden = `/pending/${hiddenKey}`;
    const missing = await ask(handler, '/pending/none');
    expect(missing.status).toBe(404);
    expect((await ask(handler, hidden)).body).toEqual(missing.body);
    expect((await ask(handler, `${hidden}/decision`, post(APPROVE))).status).toBe(404);
    expect(world.payments).toEqual([]);
    expect(await ask(handler, `/pending/${key}/decision`, post(APPROVE))).toMatchObject({
      status: 200,
      body: { outcome: { status: 'success' } },
    });
    expect(world.payments).toMatchObject([{ cents: 5 }]);
    const again = await ask(handler, `/pending/${key}/decision`, post(APPROVE));
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'HAFT_DECISION_USED' } } });
  });

  it('names the scope in each statement that reads or decides a call', async () => {
    const { runtime, key } = await openSite();
    const { pending } = runtime;
    const get = jest.fn(pending.get.bind(pending));
    const decide = jest.fn(pending.decide.bind(pending));
    const scope = { tenantId: 'acme' };
    const authorize = (): Authorization => ({ allow: true, scope, decidedBy: 'ann' });
    const handler = pendingHandler({ pending: { list: pending.list.bind(pending), get, decide } }, { authorize });
    await ask(handler, `/pending/${key}/decision`, post(APPROVE));
    expect(get).toHaveBeenLastCalledWith(key, scope);
    expect(decide).toHaveBeenCalledWith(key, expect.anything(), expect.objectContaining({ owner: scope }));
  });

  it('tells the tool which user decided, even if the body claims another one', async () => {
    const { handler, world, key } = await openSite();
    const seen: unknown[] = [];
    world.beforePay = (run) => seen.push(run.approval?.metadata);
    const claim = { decision: { kind: 'approve', metadata: { decidedBy: 'eve', note: 'ok' } } };
    await ask(handler, `/pending/${key}/decision`, post(JSON.stringify(claim)));
    expect(seen).toEqual([{ decidedBy: 'ann', note: 'ok' }]);
  });

  it('asks authorize for each action, and has no default', async () => {
    const { handler, runtime, key } = await openSite();
    expect((await ask(handler, '/pending', { headers: {} })).status).toBe(401);
    const reader = { 'x-user': 'reader', 'content-type': 'application/json' };
    expect((await ask(handler, '/pending', { headers: reader })).status).toBe(200);
    expect((await ask(handler, `/pending/${key}/decision`, post(APPROVE, reader))).status).toBe(403);
    expect(() => pendingHandler(runtime, {} as never)).toThrow('`authorize`');
  });

  it.each([
    {},
    { tenantId: undefined },
    { tenantId: '' },
    { tenantId: 5 },
    { tenantId: 'acme', userId: '' },
    { tenantId: 'acme', role: 'clerk' },
  ])('shows nothing to the scope %j', async (scope) => {
    const { handler, errors } = await openSite({ scope });
    const { status, body } = await ask(handler, '/pending');
    expect({ status, body }).toEqual({
      status: 500,
      body: { error: { code: 'INTERNAL', message: 'The request failed.' } },
    });
    expect(errors).toMatchObject([{ code: 'HAFT_INVALID_OPTION' }]);
  });

  it('sends no half of a surrogate pair, which many readers of JSON reject', async () => {
    const { handler, runtime } = await openSite();
    const run = runtime.startRun({ id: 'chat \ud83d', tenantId: 'acme', userId: 'ann' });
    await run.call({ id: 'c\udfff', name: 'pay', arguments: { cents: 5 } });
    const text = await (await handler(new Request(`${SITE}/pending`, { headers: ANN }))).text();
    expect(text).not.toMatch(/\\ud[89a-f]/);
    expect((JSON.parse(text) as { calls: object[] }).calls).toContainEqual(
      expect.objectContaining({ runId: 'chat \ufffd', callId: 'c\ufffd' }),
    );
  });

  it('pages with a cursor, and rejects one that it did not make', async () => {
    const { handler } = await openSite({ scope: { userId: 'ann' } });
    const { body } = await ask(handler, '/pending?limit=1');
    const next = await ask(handler, `/pending?limit=1&after=${String(body['next'])}`);
    expect(next).toMatchObject({ body: { calls: [{ tenantId: 'other' }] } });
    for (const query of ['after=x', 'limit=0', 'limit=9999', 'state=x', 'kind=x', 'olderThanMs=-1', 'who=1'])
      expect((await ask(handler, `/pending?${query}`)).status).toBe(400);
  });

  it('answers keys and cursors with NUL, which databases do not store', async () => {
    const { handler, runtime } = await openSite();
    const cursor = Buffer.from(JSON.stringify([1, 'a\0'])).toString('base64url');
    for (const [path, status] of [
      ['/pending/a%00', 404],
      [`/pending?after=${cursor}`, 400],
      ['/pending?after=%00', 400],
      ['/pending?runId=%00&tool=%00', 200],
    ] as const)
      expect([path, (await ask(handler, path)).status]).toEqual([path, status]);
    expect((await ask(handler, '/pending/a%00/decision', post(APPROVE))).status).toBe(404);
    await expect(runtime.pending.decide('a\0', { kind: 'deny' })).rejects.toMatchObject({
      code: 'HAFT_UNKNOWN_DECISION',
    });
  });

  it.each([
    [415, post(APPROVE, { ...ANN, 'content-type': 'text/plain' })],
    [413, post(JSON.stringify({ decision: { kind: 'deny', text: 'x'.repeat(2000) } }))],
    [400, post('{')],
    [400, post('{"decision":{"kind":"approve"},"more":1}')],
    [400, post('{"decision":true}')],
    [422, post('{"decision":{"kind":"approve","__proto__":{"polluted":1}}}')],
    [422, post('{"decision":{"kind":"supply","values":{}}}')],
    [405, { method: 'GET', headers: ANN }],
  ])('answers %i to a decision that is not valid', async (status, init) => {
    const { handler, world, key } = await openSite();
    const { response } = await ask(handler, `/pending/${key}/decision`, init);
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(world.payments).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('leaves an approved call to recover() if it is not executed', async () => {
    const { handler, runtime, world, key } = await openSite();
    const body = JSON.stringify({ decision: { kind: 'approve' }, execute: false });
    await ask(handler, `/pending/${key}/decision`, post(body));
    expect(world.payments).toEqual([]);
    expect(await runtime.pending.get(key)).toMatchObject({ state: 'approved' });
  });
});

/** The used part of an application of Express, whose package has no types. */
interface ExpressApp {
  use(...handlers: readonly unknown[]): unknown;
  all(path: string, handler: unknown): unknown;
  (request: unknown, response: ServerResponse): void;
}

describe('a framework', () => {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  async function served(server: Server): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => server.close(resolve)));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const FRAMEWORKS: readonly (readonly [
    string,
    (handler: PendingHandler) => Promise<(path: string, init: RequestInit) => Promise<Response>>,
  ])[] = [
    ...[false, true].map(
      (isParsed) =>
        [
          isParsed ? 'Express with a JSON parser' : 'Express',
          async (handler: PendingHandler) => {
            const { default: express } = (await import('express' as string)) as {
              default: (() => ExpressApp) & { json(): unknown };
            };
            const app = express();
            if (isParsed) app.use(express.json());
            app.use('/admin', expressPending(handler));
            const url = await served(createServer(app));
            return (path: string, init: RequestInit) => fetch(`${url}/admin${path}`, init);
          },
        ] as const,
    ),
    [
      'Fastify',
      async (handler) => {
        const app = fastify();
        app.all('/pending', fastifyPending(handler));
        app.all('/pending/*', fastifyPending(handler));
        const url = await app.listen({ port: 0, host: '127.0.0.1' });
        closers.push(() => app.close());
        return (path, init) => fetch(`${url}${path}`, init);
      },
    ],
    [
      'Hono',
      (handler) => {
        const app = new Hono();
        app.all('/pending/*', honoPending(handler));
        return Promise.resolve(async (path, init) => app.request(path, init));
      },
    ],
  ];

  it.each(FRAMEWORKS)('%s lists, shows and decides', async (_name, open) => {
    const { handler, world, key } = await openSite();
    const send = await open(handler);
    expect(await (await send('/pending', { headers: ANN })).json()).toMatchObject({ calls: [{ tool: 'pay' }] });
    expect((await send('/pending', {})).status).toBe(401);
    expect(await (await send(`/pending/${key}`, { headers: ANN })).json()).toMatchObject({ call: { tool: 'pay' } });
    const decided = await send(`/pending/${key}/decision`, post(APPROVE));
    expect(await decided.json()).toMatchObject({ outcome: { status: 'success' } });
    expect(world.payments).toHaveLength(1);
  });
});

it('answers requests of HTTP/2 under Fastify, and authorize reads the host', async () => {
  const { runtime, key } = await openSite();
  const hosts: unknown[] = [];
  const handler = pendingHandler(runtime, {
    authorize: (request): Authorization => {
      hosts.push(request.headers.get('host'));
      return { allow: true, scope: { tenantId: 'acme' }, decidedBy: 'ann' };
    },
  });
  const app = fastify({ http2: true });
  app.all('/pending', fastifyPending(handler));
  const client = connect(await app.listen({ port: 0, host: '127.0.0.1' }));
  try {
    const answer = await text(client.request({ ':path': '/pending', ...ANN }));
    expect(JSON.parse(answer)).toMatchObject({ calls: [{ key: key }] });
    expect(hosts).toEqual([new URL(app.listeningOrigin).host]);
  } finally {
    client.close();
    await app.close();
  }
});

/** The first lines of the answers to requests that one connection sends. */
function sendRaw(url: string, bytes: string): Promise<readonly string[]> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ port: Number(port), host: '127.0.0.1' });
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(received.match(/HTTP\/1\.1 \d{3}/g) ?? []);
    });
    socket.end(bytes);
  });
}

describe('a listener of node:http', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function listen(listener: Parameters<typeof createServer>[1]): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each(['TRACE', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'])('answers %s with 405', async (method) => {
    const { handler } = await openSite();
    const url = await listen(expressPending(handler));
    const close = 'Host: a\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(url, `${method} /pending HTTP/1.1\r\n${close}`)).toEqual(['HTTP/1.1 405']);
  });

  it('answers an address in the form for proxies', async () => {
    const { handler } = await openSite();
    const url = await listen(expressPending(handler));
    const head = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-User: ann\r\n\r\n';
    expect(await sendRaw(url, `GET ${url}/pending ${head}`)).toEqual(['HTTP/1.1 200']);
  });

  it('answers 413 to a body that is too long, and the next request of the connection', async () => {
    const { handler, key } = await openSite();
    const url = await listen(expressPending(handler));
    const body = `{"decision":"${'x'.repeat(500_000)}"}`;
    const head = `Host: a\r\nX-User: ann\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const long = `POST /pending/${key}/decision HTTP/1.1\r\n${head}\r\n\r\n${body}`;
    const next = 'GET /pending HTTP/1.1\r\nHost: a\r\nX-User: ann\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(url, long + next)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('answers if `onError` throws', async () => {
    const { runtime } = await openSite();
    const fail = (): never => {
      throw new Error('no');
    };
    const url = await listen(expressPending(pendingHandler(runtime, { authorize: fail, onError: fail })));
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect((await fetch(`${url}/pending`)).status).toBe(500);
    expect(errors).toHaveBeenCalledTimes(1);
    errors.mockRestore();
  });

  it('under Express answers only right below its mount point', async () => {
    const { handler, key } = await openSite();
    const { default: express } = (await import('express' as string)) as { default: () => ExpressApp };
    const app = express();
    app.use('/admin', expressPending(handler));
    app.all('/own/pending{/*key}', expressPending(handler));
    app.use((_request: unknown, response: ServerResponse) => response.end('shop'));
    const url = await listen(app);
    const shown = async (path: string) => (await fetch(`${url}${path}`, { headers: ANN })).text();
    for (const path of [
      ...['/admin/orders?back=/pending', '/admin/orders/pending/5', '/admin/pending/5/history', '/pending'],
      ...['/admin/pending-orders', '/admin/x/pending'],
    ])
      expect([path, await shown(path)]).toEqual([path, 'shop']);
    for (const path of ['/admin/pending', `/admin/pending/${key}`, '/admin/pending?limit=1', '/own/pending'])
      expect(await shown(path)).toContain('acme');
  });

  it.each(['', '/admin', '/admin/pending'])(
    'under Express, mounted at %p, answers its routes and no others',
    async (mount) => {
      const { handler, key } = await openSite();
      const { default: express } = (await import('express' as string)) as { default: () => ExpressApp };
      const app = express();
      app.use(mount === '' ? '/' : mount, expressPending(handler));
      app.use((_request: unknown, response: ServerResponse) => response.end('shop'));
      const url = await listen(app);
      const isRoute = (segments: readonly string[]): boolean => {
        const [name, call, last, ...more] = segments;
        return (
          name === 'pending' && (last === undefined || (last === 'decision' && call !== undefined)) && more.length === 0
        );
      };
      const segment = fc.constantFrom(
        'pending',
        'admin',
        'decision',
        'orders',
        'pending-orders',
        key,
        '5',
        '%2Fpending',
        '%zz',
      );
      const query = fc.constantFrom('', '?limit=1', '?back=/pending', '?back=/admin/pending/5/decision');
      const property = fc.asyncProperty(
        fc.boolean(),
        fc.array(segment, { maxLength: 4 }),
        fc.constantFrom('', '/'),
        query,
        async (isBelow, segments, end, asked) => {
          const path = `${isBelow ? mount : ''}${segments.map((one) => `/${one}`).join('')}`;
          const { headers } = await fetch(`${url}${path}${end}${asked}`, { headers: ANN });
          const isMounted = mount === '' || `${path}/`.startsWith(`${mount}/`);
          const below = path.slice(mount.length).split('/').slice(1);
          const byHaft = headers.get('content-type')?.startsWith('application/json') === true;
          expect([path, asked, byHaft]).toEqual([path, asked, isMounted && isRoute(below)]);
        },
      );
      await fc.assert(property, { numRuns: 200 });
    },
  );

  it.each(['text', 'raw'])('reads a body that the parser %s() of Express has read', async (parser) => {
    const { handler, world, key } = await openSite();
    const { default: express } = (await import('express' as string)) as {
      default: (() => ExpressApp) & Record<string, (options: object) => unknown>;
    };
    const app = express();
    app.use(express[parser]?.({ type: '*/*' }), expressPending(handler));
    const url = await listen(app);
    expect((await fetch(`${url}/pending/${key}/decision`, post(APPROVE))).status).toBe(200);
    expect(world.payments).toHaveLength(1);
  });
});
