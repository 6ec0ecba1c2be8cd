import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Test, type TestingModule, type TestingModuleBuilder } from '@nestjs/testing';
import { useContainer } from 'class-validator';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { HaftModule, HaftService } from '../../src/index.js';
import { OwnInterceptor, OwnPipe, RoleGuard, trace } from '../fixtures/shop/src/enhancers.js';
import { GuardedToolset } from '../fixtures/shop/src/guarded-toolset.js';
import { OrderService } from '../fixtures/shop/src/order-service.js';
import { OrderToolset, SHOP_SETTINGS } from '../fixtures/shop/src/order-toolset.js';
import { KnownOrder, ParcelToolset } from '../fixtures/shop/src/parcel-toolset.js';
import { quietLogger, SILENT_NEST } from '../support/quiet-logger.js';
import { buildOnce } from '../support/build-once.js';

@Module({
  providers: [
    OrderService,
    OrderToolset,
    GuardedToolset,
    ParcelToolset,
    KnownOrder,
    { provide: SHOP_SETTINGS, useValue: { currency: 'EUR' } },
  ],
})
class ShopModule {}

describe('an application in tests of @nestjs/testing', () => {
  let toolsets: ReflectedToolsets;
  let app: TestingModule | undefined;

  beforeAll(async () => {
    toolsets = (await buildOnce('shop')).pick(OrderToolset, GuardedToolset, ParcelToolset);
  });
  beforeEach(() => {
    trace.length = 0;
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  async function start(override: (builder: TestingModuleBuilder) => unknown = () => undefined): Promise<HaftService> {
    const builder = Test.createTestingModule({
      imports: [
        ConfigModule.forRoot({
          isGlobal: true,
          ignoreEnvFile: true,
          load: [() => ({ CARRIER: 'pigeon', MAX_CALLS: 2 })],
        }),
        HaftModule.forRootAsync({
          inject: [ConfigService],
          useFactory: (config: ConfigService) => ({
            toolsets,
            limits: { maxCalls: config.getOrThrow<number>('MAX_CALLS') },
            observe: { logger: quietLogger() },
          }),
        }),
        ShopModule,
      ],
    }).setLogger(SILENT_NEST);
    override(builder);
    app = await builder.compile();
    await app.init();
    useContainer(app, { fallbackOnErrors: true });
    return app.get(HaftService);
  }

  const find = { name: 'order_find', arguments: { id: 1 } };
  const refund = { name: 'desk_refund', arguments: { cents: 100, email: 'a@b.example' } };

  it('reads its settings from @nestjs/config', async () => {
    const haft = await start();
    const run = haft.startRun();
    const outcome = await run.call({ name: 'parcel_send', arguments: { order: 1, street: 'Elm' } });
    expect(outcome).toMatchObject({ status: 'success', text: '1 to Elm by pigeon' });
    await run.call(find);
    expect(await run.call(find)).toMatchObject({ status: 'failed', reason: 'limit' });
    await run.end();
  });

  it('has rules of class-validator that ask services', async () => {
    const haft = await start();
    const outcome = await haft.call({ name: 'parcel_send', arguments: { order: 9, street: 'Elm' } });
    expect(outcome).toMatchObject({ status: 'retry', issues: [{ path: ['order'], rule: 'knownOrder' }] });
    expect(outcome.text).toContain('there is no order 9');
  });

  it('overrides a dependency of a toolset', async () => {
    const haft = await start((builder) =>
      builder.overrideProvider(OrderService).useValue({ find: () => ({ id: 1, item: 'fake', cents: 0 }) }),
    );
    expect(await haft.call(find)).toMatchObject({ value: { item: 'fake', currency: 'EUR' } });
  });

  it.each<[string, (builder: TestingModuleBuilder) => unknown]>([
    ['a value', (builder) => builder.overrideProvider(GuardedToolset).useValue({ refund: () => 'fake' })],
    ['a class', (builder) => builder.overrideProvider(GuardedToolset).useClass(FakeDesk)],
    ['a factory', (builder) => builder.overrideProvider(GuardedToolset).useFactory({ factory: () => new FakeDesk() })],
  ])('overrides a toolset with %s, and keeps the guards of its class', async (_title, override) => {
    const haft = await start(override);
    expect(await haft.call(refund, { deps: { roles: ['clerk'] } })).toMatchObject({ status: 'success', text: 'fake' });
    expect(await haft.call(refund)).toMatchObject({ status: 'denied' });
  });

  class FakeDesk {
    refund(): string {
      return this.word;
    }
    private readonly word = 'fake';
  }

  it('overrides a guard', async () => {
    const haft = await start((builder) => builder.overrideGuard(RoleGuard).useValue({ canActivate: () => true }));
    expect(await haft.call(refund)).toMatchObject({ status: 'success', text: '50 true' });
  });

  it('overrides interceptors and pipes', async () => {
    const haft = await start((builder) => {
      builder
        .overrideInterceptor(OwnInterceptor)
        .useValue({ intercept: (_c: unknown, next: { handle(): unknown }) => next.handle() });
      builder.overridePipe(OwnPipe).useValue({ transform: (value: unknown) => value });
    });
    expect(await haft.call({ name: 'desk_shout', arguments: { words: 'hi' } })).toMatchObject({
      text: 'hi (desk_shout)',
    });
  });

  it('spies on a method, and keeps its decorators', async () => {
    const haft = await start();
    const shout = jest.spyOn((app as TestingModule).get(GuardedToolset), 'shout').mockReturnValue('spied');
    expect(await haft.call({ name: 'desk_shout', arguments: { words: 'hi' } })).toMatchObject({ text: 'SPIED!' });
    expect(shout.mock.calls[0]).toEqual(['<hi>', expect.objectContaining({ toolName: 'desk_shout' }), 1]);
  });
});
