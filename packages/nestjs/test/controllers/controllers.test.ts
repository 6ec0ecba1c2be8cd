import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  Module,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { MemoryCallLedger } from '../../../durable/src/index.js';
import { decision } from '@haft/runtime';
import {
  HaftExecutionContext,
  HaftHttpModule,
  HaftModule,
  HaftService,
  HidesTools,
  type HaftModuleOptions,
} from '../../src/index.js';
import { TokenGuard, trace, Visitor, type AppRequest } from '../fixtures/routes/src/enhancers.js';
import { OrdersController, VisitsController } from '../fixtures/routes/src/orders.controller.js';
import { SILENT_NEST } from '../support/quiet-logger.js';
import { buildRoutes, nestVersion } from '../support/routes.js';

const ADA = { authorization: 'Bearer ada', 'x-tenant': 'acme' };

interface Outcome {
  readonly status: string;
  readonly text: string;
  readonly value?: unknown;
}

let toolsets: ReflectedToolsets;
beforeAll(async () => {
  toolsets = (await buildRoutes()).pick(OrdersController, VisitsController);
});

it('runs with the version of NestJS that the project of jest chooses', () => {
  expect(nestVersion.split('.')[0]).toBe(String((globalThis as { nestMajor?: number }).nestMajor ?? 12));
});

@Module({ controllers: [OrdersController, VisitsController], providers: [TokenGuard, Visitor] })
class ShopModule {}

const ofRequest = ({ deps }: { readonly deps: { readonly request?: object } }): object | undefined => deps.request;

function moduleOf(options: HaftModuleOptions, providers: readonly Provider[] = [], shop: Type = ShopModule) {
  const endpoint = HaftHttpModule.mount('tools', { runOptions: (request: object) => ({ deps: { request } }) });
  return Test.createTestingModule({
    imports: [HaftModule.forRoot({ toolsets, ...options }), endpoint, shop],
    providers: [...providers],
  }).setLogger(SILENT_NEST);
}

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('controllers as toolsets under %s', (_platform, adapter) => {
  let app: INestApplication;
  let url = '';

  async function start(providers: readonly Provider[] = []): Promise<void> {
    const module = await moduleOf({ request: ofRequest as never }, providers).compile();
    app = module.createNestApplication(adapter());
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  }

  beforeEach(() => {
    trace.length = 0;
  });
  afterEach(async () => {
    await app.close();
  });

  async function http(
    path: string,
    init: RequestInit = {},
  ): Promise<{ readonly status: number; readonly body: string }> {
    const answer = await fetch(`${url}${path}`, { ...init, headers: { ...ADA, ...init.headers } });
    return { status: answer.status, body: await answer.text() };
  }

  async function call(name: string, args: object, headers: object = ADA): Promise<Outcome> {
    const answer = await fetch(`${url}/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name, arguments: args }),
    });
    return ((await answer.json()) as { outcome: Outcome }).outcome;
  }

  /** Returns the trace of some work. */
  async function ran(work: () => Promise<unknown>): Promise<readonly string[]> {
    trace.length = 0;
    await work();
    return [...trace];
  }

  const json = (body: object): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

  it.each([
    ['/orders/by-id/7', {}, 'orders_find', { id: 7 }],
    ['/orders/by-id/404', {}, 'orders_find', { id: 404 }],
    ['/orders/list?page=3&open=true', {}, 'orders_list', { page: 3, open: true }],
    [
      '/orders/of/a%20b',
      json({ item: 'nut', count: 2 }),
      'orders_create',
      { shop: 'a b', order: { item: 'nut', count: 2 } },
    ],
    ['/orders/double/4', {}, 'orders_double', { value: 4 }],
    ['/orders/me', {}, 'orders_me', {}],
    ['/visits', {}, 'visits_who', {}],
  ])(
    'run the enhancers of %s for a tool call, with the same facts in the same order [NEW-35]',
    async (path, init, name, args) => {
      await start();
      const asRoute = await ran(() => http(path, init));
      const asTool = await ran(() => call(name, args));
      expect(asTool).toEqual(asRoute);
      expect(asTool[0]).toMatch(/^guard http /);
    },
  );

  it('give a tool what the route answers [NEW-35]', async () => {
    await start();
    const found = await http('/orders/by-id/7');
    expect(found).toEqual({ status: 200, body: '{"id":7,"user":"ada"}' });
    expect(await call('orders_find', { id: 7 })).toMatchObject({ status: 'success', value: { id: 7, user: 'ada' } });
    expect(await call('orders_find', { id: 404 })).toMatchObject({ status: 'failed', text: 'There is no order 404.' });
    expect(await http('/orders/by-id/404')).toEqual({ status: 404, body: '{"filtered":"There is no order 404."}' });
    expect(await call('orders_list', {})).toMatchObject({ value: { page: 1, open: null } });
    expect(await call('orders_create', { shop: 'b', order: { item: 'nut', count: 2 } })).toMatchObject({
      value: { shop: 'b', order: { item: 'nut', count: 2 }, user: 'ada' },
    });
    expect((await http('/orders/of/b', json({ item: 'nut', count: 2 }))).status).toBe(202);
    expect(await call('orders_double', { value: 4 })).toMatchObject({ value: 8 });
    expect(await call('orders_me', {})).toMatchObject({ value: 'ada of acme somewhere' });
  });

  it('ask the guards of the class and of the application before the arguments [NEW-35]', async () => {
    const seen: boolean[] = [];
    const guard = { canActivate: (context: never) => seen.push(HaftExecutionContext.is(context)) > 0 };
    await start([{ provide: APP_GUARD, useValue: guard }]);
    const denied = await call('orders_find', { id: 'seven' }, {});
    expect(denied).toMatchObject({ status: 'denied', text: 'The tool call was denied: Who are you?' });
    expect(seen).toEqual([false, true]);
    expect((await call('orders_find', { id: 'seven' })).status).toBe('retry');
  });

  it('ask guards with @HidesTools about lists, with the request of the host and without a call [NEW-34]', async () => {
    const seen = new Map<string, unknown>();
    @HidesTools()
    class TenantsOnly implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        const { method, url, params, query, body, headers } = context.switchToHttp().getRequest<AppRequest>();
        const isList = HaftExecutionContext.is(context) && HaftExecutionContext.create(context).getCall() === undefined;
        if (isList) seen.set(context.getHandler().name, [method, url, params, query, body]);
        return headers['x-tenant'] !== undefined || context.getHandler().name === 'me';
      }
    }
    await start([{ provide: APP_GUARD, useClass: TenantsOnly }]);
    const { authorization } = ADA;
    const listed = async (headers: object): Promise<readonly string[]> =>
      (await app.get(HaftService).definitions({ deps: { request: { headers, url: '/mcp', body: 'mine' } } })).map(
        ({ name }) => name,
      );
    expect(await listed(ADA)).toContain('visits_who');
    expect(seen.get('find')).toEqual(['GET', '/orders/by-id/', {}, {}, undefined]);
    expect(seen.get('who')).toEqual(['GET', '/visits', {}, {}, undefined]);
    expect(await listed({ authorization })).toEqual(['orders_me']);
    expect(await call('visits_who', {}, ADA)).toMatchObject({ value: 'ada /visits 1' });
  });

  it('create a request-scoped controller for each call, whose REQUEST is that of the call [NEW-35]', async () => {
    await start();
    expect((await http('/visits')).body).toBe('ada /visits 1');
    expect((await call('visits_who', {})).value).toBe('ada /visits 1');
    expect((await call('visits_who', {})).value).toBe('ada /visits 1');
  });

  it('ask for a preview, and what became of a call, on a controller for the request of the host [NEW-35]', async () => {
    const ledger = new MemoryCallLedger();
    const open = async (): Promise<HaftService> => {
      const module = await moduleOf({ request: ofRequest as never, durability: { ledger } }).compile();
      app = module.createNestApplication(adapter());
      await app.init();
      return app.get(HaftService);
    };
    const deps = { request: { headers: ADA } };
    const first = await open();
    const run = first.startRun({ deps });
    const outcome = await run.call({ name: 'visits_cancel', arguments: { id: 13 } });
    expect(outcome).toMatchObject({ request: { preview: { text: 'Cancels visit 13 of acme.' } } });
    const { key } = (await first.runtime.pending.list()).calls[0] as { readonly key: string };
    void first.runtime.pending.decide(key, decision.approve(), { deps });
    while (!trace.includes('cancel 13')) await new Promise(setImmediate);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    const next = await open();
    await next.runtime.recover({ idleMs: 0, runOptions: () => ({ deps }) as never });
    clock.mockRestore();
    expect(await next.runtime.pending.get(key)).toMatchObject({
      outcome: { status: 'success', value: 'Visit 13 of acme is cancelled.' },
    });
    expect(trace.filter((one) => one === 'cancel 13')).toHaveLength(1);
  });

  it('never let a model supply what the host does [NEW-35]', async () => {
    await start();
    const haft = app.get(HaftService);
    const [find] = (await haft.definitions()).filter(({ name }) => name === 'orders_find');
    expect(Object.keys(find?.parameters.properties ?? {})).toEqual(['id']);
    expect((await call('orders_find', { id: 7, user: 'root' })).status).toBe('retry');
  });

  it('do not change the request of the host [NEW-35]', async () => {
    await start();
    const request = { headers: ADA, url: '/mcp', method: 'POST', params: {}, query: {}, body: 'mine' };
    const before = JSON.stringify(request);
    const haft = app.get(HaftService);
    const outcome = await haft.call({ name: 'orders_find', arguments: { id: 7 } }, { deps: { request } });
    expect(outcome).toMatchObject({ status: 'success', value: { user: 'ada' } });
    expect(JSON.stringify(request)).toBe(before);
  });

  it('fail before guards if a run has no request [NEW-35]', async () => {
    await start();
    const calling = app.get(HaftService).call({ name: 'orders_find', arguments: { id: 7 } }, { deps: {} });
    await expect(calling).rejects.toMatchObject({ code: 'HAFT_NO_REQUEST' });
    expect(trace).toEqual([]);
  });
});

it('an application without `request` does not start with a controller among its toolsets [NEW-35]', async () => {
  const module = await moduleOf({}).compile();
  await expect(module.init()).rejects.toMatchObject({ code: 'HAFT_NO_REQUEST' });
});
