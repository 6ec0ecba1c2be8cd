import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Module, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { RunContext } from '@haft/core';
import { decision } from '@haft/runtime';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { buildProject } from '@haft/reflector';
import { HaftHttpModule, HaftModule, HaftService } from '../../src/index.js';
import { OrdersController } from '../fixtures/from-controllers/src/orders.controller.js';
import { OrdersService } from '../fixtures/from-controllers/src/orders.service.js';
import { SessionGuard, type AppRequest } from '../fixtures/from-controllers/src/session.js';
import { SILENT_NEST } from '../support/quiet-logger.js';

/* The examples of docs/guide/from-controllers-to-tools.md. */

const folder = `${import.meta.dirname}/../fixtures/from-controllers`;
let app: INestApplication;
let url = '';

beforeAll(async () => {
  const { diagnostics } = await buildProject({
    tsconfig: `${folder}/tsconfig.json`,
    out: `${folder}/src/toolsets.gen.ts`,
    cache: false,
  });
  expect(diagnostics).toEqual([]);
  const generated = '../fixtures/from-controllers/src/toolsets.gen.js';
  const { toolsets } = (await import(generated)) as { readonly toolsets: ReflectedToolsets };
  // #region module
  interface AppDeps {
    readonly request: AppRequest;
  }

  @Module({
    imports: [
      HaftModule.forRoot({ toolsets, request: (run: RunContext<AppDeps>) => run.deps.request }),
      HaftHttpModule.mount('tools', {
        runOptions: (request: AppRequest) => ({ userId: request.headers['x-user'] ?? 'guest', deps: { request } }),
      }),
    ],
    controllers: [OrdersController],
    providers: [OrdersService, SessionGuard],
  })
  class AppModule {}
  // #endregion module
  const module = await Test.createTestingModule({ imports: [AppModule] })
    .setLogger(SILENT_NEST)
    .compile();
  app = module.createNestApplication();
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});
afterAll(() => app.close());

it('the guide serves routes and tools of one controller [NEW-35]', async () => {
  const ada = { 'x-user': 'ada' };
  // #region calls
  const call = async (name: string, args: object, headers: object = ada): Promise<unknown> => {
    const body = JSON.stringify({ name, arguments: args });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    return ((await (await fetch(`${url}/tools/call`, init)).json()) as { outcome: unknown }).outcome;
  };

  const route = await fetch(`${url}/orders/7`, { headers: ada });
  // 200 {"id":7,"customer":"ada","status":"placed"}
  const found = await call('orders_find', { id: '7' });
  // { status: 'success', value: { id: 7, ... } }, with the "7" repaired
  const foreign = await call('orders_find', { id: 8 });
  // { status: 'failed', text: 'There is no order 8.' }: the NotFoundException of the service
  const unknown = await call('orders_find', { id: 7 }, {});
  // { status: 'denied', text: 'The tool call was denied: Sign in first.' }
  const cancelled = await call('orders_cancel', { id: 7 });
  // { status: 'deferred' }: a person decides
  // #endregion calls
  expect([route.status, await route.text()]).toEqual([200, '{"id":7,"customer":"ada","status":"placed"}']);
  expect(found).toMatchObject({ status: 'success', value: { id: 7, customer: 'ada' } });
  expect(foreign).toMatchObject({ status: 'failed', text: 'There is no order 8.' });
  expect(unknown).toMatchObject({ status: 'denied', text: 'The tool call was denied: Sign in first.' });
  expect(cancelled).toMatchObject({ status: 'deferred' });
  const { tools } = (await (await fetch(`${url}/tools`, { headers: ada })).json()) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(['orders_find', 'orders_list', 'orders_cancel']);
  expect(await (await fetch(`${url}/orders/7/label`, { headers: ada })).text()).toBe('Order 7');
});

it('the guide lets a person approve a call of a route [NEW-35]', async () => {
  const request: AppRequest = { headers: { 'x-user': 'ada' } };
  // #region approve
  const run = app.get(HaftService).startRun({ userId: 'ada', deps: { request } });
  const waiting = await run.call({ id: 'c1', name: 'orders_cancel', arguments: { id: 7 } });
  // { status: 'deferred' }: run.pending().requests tells a person about it
  const [{ id } = { id: '' }] = run.pending().requests;
  const [outcome] = await run.resume({ [id]: decision.approve({ metadata: { decidedBy: 'olga' } }) });
  // { status: 'success', value: { id: 7, customer: 'ada', status: 'cancelled' } }
  // #endregion approve
  expect(waiting).toMatchObject({ status: 'deferred' });
  expect(outcome).toMatchObject({ status: 'success', value: { id: 7, status: 'cancelled' } });
});
