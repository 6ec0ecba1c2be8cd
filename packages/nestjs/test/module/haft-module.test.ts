import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import type { ReflectedToolsets } from '@haft/core/reflected';
import type { RunContext } from '@haft/core';
import { compose, type Runtime } from '@haft/runtime';
import { HaftModule, HaftService, InjectRuntime, type HaftModuleOptions } from '../../src/index.js';
import { eventually } from '../support/eventually.js';
import { SILENT_NEST } from '../support/quiet-logger.js';
import { OfficeToolset, stopped, waiting } from '../fixtures/shop/src/desk-toolset.js';
import { OrderService } from '../fixtures/shop/src/order-service.js';
import { OrderToolset, SHOP_SETTINGS } from '../fixtures/shop/src/order-toolset.js';
import { Visitor, VisitToolset, visitLog } from '../fixtures/shop/src/visit-toolset.js';
import { buildOnce } from '../support/build-once.js';

@Module({
  providers: [OrderService, OrderToolset, { provide: SHOP_SETTINGS, useValue: { currency: 'EUR' } }],
  exports: [OrderService],
})
class OrderModule {}

@Module({ providers: [Visitor, VisitToolset] })
class VisitModule {}

describe('HaftModule', () => {
  let toolsets: ReflectedToolsets;
  let app: TestingModule | undefined;

  beforeAll(async () => {
    toolsets = (await buildOnce('shop')).pick(OrderToolset, VisitToolset);
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    visitLog.length = 0;
  });

  async function start(options: HaftModuleOptions = { toolsets }): Promise<HaftService> {
    app = await Test.createTestingModule({
      imports: [HaftModule.forRoot(options), OrderModule, VisitModule],
    }).compile();
    await app.init();
    return app.get(HaftService);
  }

  it('finds the toolsets among the providers of every imported module, with dependencies from Nest [BRI-1]', async () => {
    const haft = await start();
    const definitions = await haft.definitions();
    expect(definitions.map(({ name }) => name).sort()).toEqual(['order_find', 'visit_again', 'visit_who']);
    expect(await haft.call({ name: 'order_find', arguments: '{"id":1}' })).toMatchObject({
      status: 'success',
      value: { id: 1, item: 'lamp', currency: 'EUR' },
    });
    expect(await haft.call({ name: 'order_find', arguments: { id: 9 } })).toMatchObject({ status: 'retry' });
  });

  it('gives a run one context id: the same instances for all of its calls, and the RunContext as REQUEST [TSP-17]', async () => {
    const haft = await start();
    const run = haft.startRun({ id: 'r1', deps: { tenant: 'a' } });
    const together = await run.callAll([{ name: 'visit_who' }, { name: 'visit_again' }]);
    const later = await run.call({ name: 'visit_who' });
    expect(together[0]).toMatchObject({ value: { tenant: 'a', runId: 'r1', sameRun: true } });
    expect(later).toMatchObject({ value: { tenant: 'a', seen: 3 } });
    await run.end();
  });

  it('asks a provider of the application which permissions the user of a run has [NEW-34]', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Rights {
      readonly orders = new OrderService();

      constructor(@Inject(REQUEST) private readonly run: RunContext) {}

      can(permission: string, run: RunContext): boolean {
        return run === this.run && permission === `orders:of:${run.userId}` && this.orders instanceof OrderService;
      }
    }
    @Module({ providers: [Rights] })
    class RightsModule {}
    const guarded = compose(toolsets).require(['order_find'], 'orders:of:ada');
    app = await Test.createTestingModule({
      imports: [HaftModule.forRoot({ toolsets: guarded, can: Rights }), OrderModule, VisitModule, RightsModule],
    }).compile();
    await app.init();
    const haft = app.get(HaftService);
    const call = { name: 'order_find', arguments: { id: 1 } };
    expect(await haft.inRun((run) => run.call(call), { userId: 'ada' })).toMatchObject({ status: 'success' });
    expect(await haft.inRun((run) => run.call(call), { userId: 'bob' })).toMatchObject({ unknownTool: true });
  });

  it('disposes the instances of a run with the run: dependents first', async () => {
    const haft = await start();
    const run = haft.startRun({ deps: { tenant: 'a' } });
    await run.call({ name: 'visit_who' });
    expect(visitLog).toEqual([]);
    await run.end();
    expect(visitLog).toEqual(['visit of a ends', 'visitor of a leaves']);
  });

  it('keeps 1,000 runs at the same time apart', async () => {
    const haft = await start();
    const results = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        haft.inRun(async (run) => [await run.call({ name: 'visit_who' }), await run.call({ name: 'visit_again' })], {
          deps: { tenant: `t${index}` },
        }),
      ),
    );
    const visitors = new Set<number>();
    for (const [index, [who, again]] of results.entries()) {
      expect(who).toMatchObject({ value: { tenant: `t${index}`, seen: 1 } });
      expect(again).toMatchObject({ value: 2 });
      visitors.add((who as unknown as { readonly value: { readonly visitor: number } }).value.visitor);
    }
    expect(visitors.size).toBe(1_000);
    expect(visitLog).toHaveLength(2_000);
  });

  it('takes its options from a factory', async () => {
    app = await Test.createTestingModule({
      imports: [
        HaftModule.forRootAsync({
          imports: [OrderModule],
          inject: [OrderService],
          useFactory: async (orders: OrderService) => ({ toolsets, limits: { maxCalls: orders.orders.length } }),
        }),
        OrderModule,
        VisitModule,
      ],
    }).compile();
    await app.init();
    const run = app.get(HaftService).startRun();
    const outcomes = [];
    for (let call = 0; call < 3; call += 1) outcomes.push(await run.call({ name: 'order_find', arguments: { id: 1 } }));
    expect(outcomes.map(({ status }) => status)).toEqual(['success', 'success', 'failed']);
  });

  it('adds toolsets of feature modules', async () => {
    @Module({ imports: [HaftModule.forFeature(toolsets.pick(VisitToolset))], providers: [Visitor, VisitToolset] })
    class FeatureModule {}
    app = await Test.createTestingModule({
      imports: [HaftModule.forRoot({ toolsets: toolsets.pick(OrderToolset) }), OrderModule, FeatureModule],
    }).compile();
    await app.init();
    const names = (await app.get(HaftService).definitions()).map(({ name }) => name).sort();
    expect(names).toEqual(['order_find', 'visit_again', 'visit_who']);
  });

  it('says that forFeature alone makes nothing', async () => {
    const testing = Test.createTestingModule({
      imports: [HaftModule.forFeature(toolsets.pick(OrderToolset)), OrderModule],
    });
    await expect(testing.setLogger(SILENT_NEST).compile()).rejects.toMatchObject({ code: 'HAFT_NOT_PROVIDED' });
  });

  it('cancels calls in progress when the application shuts down', async () => {
    const office = (await buildOnce('shop')).pick(OfficeToolset);
    app = await Test.createTestingModule({
      imports: [HaftModule.forRoot({ toolsets: office })],
      providers: [OfficeToolset],
    }).compile();
    await app.init();
    const answer = app.get(HaftService).call({ name: 'office_wait' }, { id: 'open' });
    await eventually(() => waiting.includes('open'));
    await app.close();
    expect(await answer).toMatchObject({ status: 'interrupted' });
    expect(stopped).toContain('open');
    app = undefined;
  });

  it('calls several tools at once, and counts [NEW-23]', async () => {
    const haft = await start();
    const outcomes = await haft.callAll([
      { name: 'order_find', arguments: { id: 1 } },
      { name: 'order_find', arguments: { id: 9 } },
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['success', 'retry']);
    expect(haft.statistics().find(({ tool }) => tool === 'order_find')).toMatchObject({ calls: 2 });
    expect(haft.statistics('order_find' as never)).toMatchObject({ tool: 'order_find', calls: 2 });
  });

  it('writes to the log of the application', async () => {
    const lines: unknown[] = [];
    const logger = { log: () => undefined, warn: () => undefined, error: (message: unknown) => lines.push(message) };
    app = await Test.createTestingModule({ imports: [HaftModule.forRoot({ toolsets }), OrderModule, VisitModule] })
      .setLogger(logger)
      .compile();
    await app.init();
    // Without dependencies there is no tenant.
    await expect(app.get(HaftService).call({ name: 'visit_who' })).resolves.toMatchObject({ status: 'failed' });
    expect(lines).toEqual([
      expect.stringMatching(/^Tool 'visit_who' failed unexpectedly/),
      expect.stringMatching(/^VisitToolset could not be disposed/),
      expect.stringMatching(/^Visitor could not be disposed/),
    ]);
  });

  it('is imported once', async () => {
    app = await Test.createTestingModule({
      imports: [HaftModule.forRoot({ toolsets }), HaftModule.forRoot({}), OrderModule, VisitModule],
    }).compile();
    await expect(app.init()).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    app = undefined;
  });

  it('provides the runtime', async () => {
    @Injectable()
    class Agent {
      constructor(@InjectRuntime() readonly runtime: Runtime) {}
    }
    app = await Test.createTestingModule({
      imports: [HaftModule.forRoot({ toolsets }), OrderModule, VisitModule],
      providers: [Agent],
    }).compile();
    await app.init();
    expect(app.get(Agent).runtime).toBe(app.get(HaftService).runtime);
  });
});
