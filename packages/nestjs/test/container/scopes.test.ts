import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Inject, Injectable, Scope, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext, OnModuleDestroy, Provider } from '@nestjs/common';
import {
  ContextIdFactory,
  DiscoveryModule,
  DiscoveryService,
  ModuleRef,
  REQUEST,
  type ContextId,
  type ContextIdResolver,
  type ContextIdStrategy,
  type HostComponentInfo,
} from '@nestjs/core';
import { Test, type TestingModule } from '@nestjs/testing';
import { Inject as HaftInject, RunContext, Tool, Toolset, type Class } from '@haft/core';
import { createRuntime } from '@haft/runtime';
import { fromNest, HaftExecutionContext, HaftModule, HaftService } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../../../runtime/test/support/reflect.js';

interface Deps {
  readonly tenant: string;
}

interface HttpRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const log: string[] = [];

describe('scopes', () => {
  let app: TestingModule | undefined;

  afterEach(async () => {
    await app?.close();
    app = undefined;
    log.length = 0;
  });

  async function start(target: Class, providers: readonly Provider[], methods = { show: {} }): Promise<HaftService> {
    app = await Test.createTestingModule({
      imports: [
        HaftModule.forRoot({
          toolsets: reflect(target, methods),
          observe: { logger: quietLogger() },
          results: { check: false },
        }),
      ],
      providers: [...providers],
    }).compile();
    await app.init();
    return app.get(HaftService);
  }

  const tenant = (name: string) => ({ deps: { tenant: name } });

  it('a provider is shared by HTTP requests and tools, since REQUEST tells which it is made for [TSP-17]', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class CurrentTenant {
      readonly name: string;
      constructor(@Inject(REQUEST) request: HttpRequest | RunContext<Deps>) {
        this.name = request instanceof RunContext ? request.deps.tenant : (request.headers['x-tenant'] ?? 'none');
      }
    }
    @Injectable({ scope: Scope.REQUEST })
    @Toolset()
    class Shows {
      constructor(@Inject(CurrentTenant) private readonly current: CurrentTenant) {}
      @Tool()
      show(): string {
        return this.current.name;
      }
    }
    const haft = await start(Shows, [Shows, CurrentTenant]);
    expect(await haft.call({ name: 'show' }, tenant('acme'))).toMatchObject({ value: 'acme' });
    const request = ContextIdFactory.create();
    app?.registerRequestByContextId({ headers: { 'x-tenant': 'globex' } }, request);
    expect(await app?.resolve(CurrentTenant, request)).toMatchObject({ name: 'globex' });
  });

  it('a transient toolset is made once for each run, and ended with it [TSP-17]', async () => {
    let made = 0;
    @Injectable({ scope: Scope.TRANSIENT })
    @Toolset()
    class Once implements OnModuleDestroy {
      readonly number = (made += 1);
      @Tool()
      show(): number {
        return this.number;
      }
      onModuleDestroy(): void {
        log.push(`end ${this.number}`);
      }
    }
    const haft = await start(Once, [Once]);
    const run = haft.startRun();
    const first = await run.call({ name: 'show' });
    expect(await run.call({ name: 'show' })).toEqual({ ...first, callId: expect.any(String) });
    await run.end();
    const second = await haft.call({ name: 'show' });
    expect(second).not.toMatchObject({ value: (first as unknown as { value: number }).value });
    expect(log).toHaveLength(2);
  });

  it('a singleton is made once, and ended with the application', async () => {
    @Injectable()
    @Toolset()
    class Single implements OnModuleDestroy {
      @Tool()
      show(): string {
        return 'single';
      }
      onModuleDestroy(): void {
        log.push('end');
      }
    }
    const haft = await start(Single, [Single]);
    await haft.call({ name: 'show' });
    expect(log).toEqual([]);
    await app?.close();
    expect(log).toEqual(['end']);
    app = undefined;
  });

  it('the result of a factory is not disposed, because it may be shared', async () => {
    const pool = { name: 'pool', onModuleDestroy: () => log.push('pool ended') };
    @Injectable()
    @Toolset()
    class Pooled {
      constructor(@Inject('pool') private readonly pool: { name: string }) {}
      @Tool()
      show(): string {
        return this.pool.name;
      }
    }
    const provider = { provide: 'pool', scope: Scope.REQUEST, inject: [REQUEST], useFactory: () => pool };
    const haft = await start(Pooled, [Pooled, provider]);
    expect(await haft.call({ name: 'show' })).toMatchObject({ value: 'pool' });
    expect(log).toEqual([]);
  });

  it('reports a failing disposer and continues', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Broken {
      [Symbol.dispose](): void {
        throw new Error('no');
      }
    }
    @Injectable()
    @Toolset()
    class Uses {
      constructor(@Inject(Broken) readonly broken: Broken) {}
      @Tool()
      show(): string {
        return 'ok';
      }
      [Symbol.asyncDispose](): Promise<void> {
        log.push('ended');
        return Promise.resolve();
      }
    }
    const error = jest.fn();
    app = await Test.createTestingModule({
      imports: [
        HaftModule.forRoot({ toolsets: reflect(Uses, { show: {} }), observe: { logger: { ...quietLogger(), error } } }),
      ],
      providers: [Uses, Broken],
    }).compile();
    await app.init();
    expect(await app.get(HaftService).call({ name: 'show' })).toMatchObject({ status: 'success' });
    expect(log).toEqual(['ended']);
    expect(error.mock.calls[0]).toMatchObject([
      expect.stringContaining('Broken'),
      { error: { code: 'HAFT_DISPOSAL_FAILED' } },
    ]);
  });

  it('parameters of tools and RunContext come from the container of Nest', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Clock {
      constructor(@Inject(RunContext) private readonly run: RunContext<Deps>) {}
      now(): string {
        return `noon of ${this.run.deps.tenant}`;
      }
    }
    @Injectable()
    @Toolset()
    class Shows {
      @Tool()
      show(@HaftInject(Clock) clock: Clock): string {
        return clock.now();
      }
    }
    const haft = await start(Shows, [Shows, Clock], { show: { parameters: { 'host:clock': {} } } } as never);
    expect(await haft.call({ name: 'show' }, tenant('a'))).toMatchObject({ value: 'noon of a' });
  });

  it('a token without a provider is a mistake of the developer', async () => {
    @Injectable()
    @Toolset()
    class Shows {
      @Tool()
      show(@HaftInject('nothing') nothing: unknown): unknown {
        return nothing;
      }
    }
    const haft = await start(Shows, [Shows], { show: { parameters: { 'host:nothing': {} } } } as never);
    await expect(haft.call({ name: 'show' })).rejects.toMatchObject({ code: 'HAFT_MISSING_DEPENDENCY' });
  });

  it('RunContext is not available to a provider outside a run', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Wants {
      constructor(@Inject(RunContext) readonly run: RunContext) {}
    }
    @Injectable()
    @Toolset()
    class Shows {
      @Tool()
      show(): string {
        return 'ok';
      }
    }
    await start(Shows, [Shows, Wants]);
    await expect((app as TestingModule).resolve(Wants)).rejects.toMatchObject({ code: 'HAFT_MISSING_DEPENDENCY' });
  });

  describe('durable providers', () => {
    const parents = new Map<string, ContextId>();
    class ByTenant implements ContextIdStrategy {
      attach(id: ContextId, request: unknown): ContextIdResolver {
        const name = (request as RunContext<Deps>).deps.tenant;
        const parent = parents.get(name) ?? ContextIdFactory.create();
        parents.set(name, parent);
        return {
          resolve: (info: HostComponentInfo) => (info.isTreeDurable ? parent : id),
          payload: { tenantOf: name },
        };
      }
    }

    afterEach(() => {
      ContextIdFactory.apply({ attach: (id) => () => id });
      parents.clear();
    });

    it('live as long as their tenant, get its payload, and do not end with a run, unlike request-scoped ones [TSP-17]', async () => {
      ContextIdFactory.apply(new ByTenant());
      let made = 0;
      @Injectable({ scope: Scope.REQUEST, durable: true })
      class TenantCache implements OnModuleDestroy {
        readonly number = (made += 1);
        constructor(@Inject(REQUEST) readonly payload: { tenantOf: string }) {}
        onModuleDestroy(): void {
          log.push('cache ended');
        }
      }
      @Injectable({ scope: Scope.REQUEST })
      @Toolset()
      class Shows {
        constructor(
          @Inject(TenantCache) private readonly cache: TenantCache,
          @Inject(REQUEST) private readonly run: RunContext<Deps>,
        ) {}
        @Tool()
        show(): object {
          return { cache: this.cache.number, of: this.cache.payload.tenantOf, runId: this.run.runId };
        }
      }
      const haft = await start(Shows, [Shows, TenantCache]);
      const show = async (name: string, id: string) => await haft.call({ name: 'show' }, { ...tenant(name), id });
      expect(await show('a', 'r1')).toMatchObject({ value: { cache: 1, of: 'a', runId: 'r1' } });
      expect(await show('b', 'r2')).toMatchObject({ value: { cache: 2, of: 'b', runId: 'r2' } });
      expect(await show('a', 'r3')).toMatchObject({ value: { cache: 1, of: 'a', runId: 'r3' } });
      expect(log).toEqual([]);
    });

    it('may be toolsets, with guards around them', async () => {
      ContextIdFactory.apply(new ByTenant());
      let made = 0;
      @Injectable()
      class Nobody implements CanActivate {
        canActivate(context: ExecutionContext): boolean {
          return HaftExecutionContext.create(context).getRun<Deps>().deps.tenant !== 'nobody';
        }
      }
      @Injectable({ scope: Scope.REQUEST, durable: true })
      @Toolset()
      @UseGuards(Nobody)
      class Shared implements OnModuleDestroy {
        readonly number = (made += 1);
        private calls = 0;
        @Tool()
        show(): string {
          return `${this.number}/${(this.calls += 1)}`;
        }
        onModuleDestroy(): void {
          log.push('ended');
        }
      }
      const haft = await start(Shared, [Shared]);
      const show = async (name: string) => (await haft.call({ name: 'show' }, tenant(name))).text;
      expect([await show('a'), await show('b'), await show('a')]).toEqual(['1/1', '2/1', '1/2']);
      expect(await show('nobody')).toBe('The tool call was denied.');
      expect(log).toEqual([]);
    });
  });

  it('fromNest creates a container for a runtime next to the module', async () => {
    @Injectable({ scope: Scope.REQUEST })
    @Toolset()
    class Shows implements OnModuleDestroy {
      constructor(@Inject(REQUEST) private readonly run: RunContext) {}
      @Tool()
      show(): string {
        return this.run.runId;
      }
      onModuleDestroy(): void {
        log.push('ended');
      }
    }
    app = await Test.createTestingModule({ imports: [DiscoveryModule], providers: [Shows] }).compile();
    const container = fromNest(app.get(ModuleRef), { discovery: app.get(DiscoveryService, { strict: false }) });
    const runtime = createRuntime({ toolsets: reflect(Shows, { show: {} }), container });
    const run = runtime.startRun({ id: 'beside' });
    expect(await run.call({ name: 'show' })).toMatchObject({ value: 'beside' });
    await run.end();
    expect(log).toEqual(['ended']);
  });
});
