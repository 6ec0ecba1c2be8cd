import { beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Module, type Provider, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { HaftError, Tool, Toolset } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { compose, fromInstance } from '@haft/runtime';
import { HaftModule, HaftService, type HaftModuleOptions } from '../../src/index.js';
import { OrderService } from '../fixtures/shop/src/order-service.js';
import { OrderToolset, SHOP_SETTINGS } from '../fixtures/shop/src/order-toolset.js';
import { GuardedToolset } from '../fixtures/shop/src/guarded-toolset.js';
import { buildOnce } from '../support/build-once.js';

@Injectable()
@Toolset()
class Forgotten {
  @Tool()
  forget(): string {
    return '';
  }
}

const NEEDED: readonly Provider[] = [OrderService, { provide: SHOP_SETTINGS, useValue: { currency: 'EUR' } }];

describe('the toolsets of an application', () => {
  let toolsets: ReflectedToolsets;

  beforeAll(async () => {
    toolsets = (await buildOnce('shop')).pick(OrderToolset);
  });

  async function start(providers: readonly Provider[], options: HaftModuleOptions = { toolsets }, ...imports: Type[]) {
    const app = await Test.createTestingModule({
      imports: [HaftModule.forRoot(options), ...imports],
      providers: [...NEEDED, ...providers],
    }).compile();
    await app.init();
    return app;
  }

  async function refusal(...args: Parameters<typeof start>): Promise<HaftError> {
    const error: unknown = await start(...args).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error instanceof HaftError) return error;
    throw new Error(`no HaftError: ${String(error)}`);
  }

  it('are refused at start when no module provides one that is reflected', async () => {
    const error = await refusal([]);
    expect(error.code).toBe('HAFT_NOT_PROVIDED');
    expect(error.message).toBe('Toolsets of the generated module that no imported module provides: OrderToolset.');
    expect(error.hint).toContain('`providers`');
  });

  it('are refused at start when no generated module knows one that is provided', async () => {
    const error = await refusal([OrderToolset, Forgotten]);
    expect(error.code).toBe('HAFT_NOT_REFLECTED');
    expect(error.message).toContain('Forgotten (RootTestModule)');
    expect(error.hint).toContain('npx haft build');
  });

  it('are refused at start when two modules have one each', async () => {
    @Module({ providers: [...NEEDED, OrderToolset] })
    class Second {}
    const error = await refusal([OrderToolset], { toolsets }, Second);
    expect(error.code).toBe('HAFT_NOT_PROVIDED');
    expect(error.message).toContain('RootTestModule, Second');
  });

  it('may be wrapped', async () => {
    const crm = compose(toolsets).prefix('crm');
    expect(await refusal([], { toolsets: crm })).toMatchObject({ code: 'HAFT_NOT_PROVIDED' });
    const app = await start([OrderToolset], { toolsets: crm });
    expect(await app.get(HaftService).call({ name: 'crm_order_find', arguments: { id: 1 } })).toMatchObject({
      status: 'success',
    });
    await app.close();
  });

  it('need no provider if the host created the instance', async () => {
    const instance = new OrderToolset(new OrderService(), { currency: 'USD' });
    const app = await start([], { toolsets: [fromInstance(instance, toolsets).prefix('own')] });
    expect(await app.get(HaftService).call({ name: 'own_order_find', arguments: { id: 1 } })).toMatchObject({
      status: 'success',
    });
    await app.close();
  });

  it('may have an instance of Nest and one of the host', async () => {
    const instance = new OrderToolset(new OrderService(), { currency: 'USD' });
    const both = [toolsets, fromInstance(instance, toolsets).prefix('own')];
    expect(await refusal([], { toolsets: both })).toMatchObject({ code: 'HAFT_NOT_PROVIDED' });
    const app = await start([OrderToolset], { toolsets: both });
    for (const name of ['order_find', 'own_order_find']) {
      expect(await app.get(HaftService).call({ name, arguments: { id: 1 } })).toMatchObject({ status: 'success' });
    }
    await app.close();
  });

  it.each<[string, Provider]>([
    ['under another token', { provide: 'orders', useClass: OrderToolset }],
    [
      'by a factory',
      {
        provide: OrderToolset,
        inject: [OrderService],
        useFactory: (orders: OrderService) => new OrderToolset(orders, { currency: 'USD' }),
      },
    ],
    ['as a value', { provide: OrderToolset, useValue: new OrderToolset(new OrderService(), { currency: 'USD' }) }],
    [
      'as a value under another token',
      { provide: 'orders', useValue: new OrderToolset(new OrderService(), { currency: 'USD' }) },
    ],
  ])('may be provided %s', async (_title, provider) => {
    const app = await start([provider]);
    expect(await app.get(HaftService).call({ name: 'order_find', arguments: { id: 1 } })).toMatchObject({
      status: 'success',
    });
    await app.close();
  });

  describe('with guards of their own', () => {
    const desk = () => ({ toolsets: guarded });
    let guarded: ReflectedToolsets;
    beforeAll(async () => {
      guarded = (await buildOnce('shop')).pick(GuardedToolset);
    });
    const refund = { name: 'desk_refund', arguments: { cents: 4, email: 'a@b.example' } };

    it.each<[string, Provider]>([
      ['by a factory', { provide: GuardedToolset, useFactory: () => new GuardedToolset() }],
      ['as a value', { provide: GuardedToolset, useValue: new GuardedToolset() }],
    ])('are refused when they are provided %s, for which Nest makes no guards', async (_title, provider) => {
      const error = await refusal([provider], desk());
      expect(error.code).toBe('HAFT_UNGUARDED');
      expect(error.message).toContain('GuardedToolset uses RoleGuard');
      const compiled = await Test.createTestingModule({
        imports: [HaftModule.forRoot(desk())],
        providers: [provider],
      }).compile();
      await expect(compiled.get(HaftService).call(refund)).rejects.toMatchObject({ code: 'HAFT_UNGUARDED' });
    });

    it('are refused if the host created the instance', async () => {
      const error = await refusal([], { toolsets: fromInstance(new GuardedToolset(), guarded) });
      expect(error).toMatchObject({ code: 'HAFT_UNGUARDED' });
      expect(error.message).toContain('GuardedToolset uses RoleGuard');
    });

    it('have them under another token too', async () => {
      const app = await start([{ provide: 'desk', useClass: GuardedToolset }], desk());
      expect(await app.get(HaftService).call(refund)).toMatchObject({ status: 'denied' });
      await app.close();
    });
  });

  it('may have an alias', async () => {
    const app = await start([OrderToolset, { provide: 'orders', useExisting: OrderToolset }]);
    expect(await app.get(HaftService).call({ name: 'order_find', arguments: { id: 1 } })).toMatchObject({
      status: 'success',
    });
    await app.close();
  });

  it('are not needed before the application starts: a module that is only compiled works', async () => {
    const app = await Test.createTestingModule({
      imports: [HaftModule.forRoot({ toolsets })],
      providers: [...NEEDED, OrderToolset],
    }).compile();
    expect(await app.get(HaftService).call({ name: 'order_find', arguments: { id: 2 } })).toMatchObject({
      value: { item: 'desk' },
    });
  });
});
