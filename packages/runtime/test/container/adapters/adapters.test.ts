import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { asClass, asFunction, createContainer as createAwilix } from 'awilix/browser';
import { Container as Inversify } from 'inversify';
import { container as tsyringe, inject, injectable, Lifecycle } from 'tsyringe';
import { RunContext, type Token } from '@haft/core';
import type { Container, Scope } from '../../../src/container/container.js';
import { fromAwilix } from '../../../src/container/adapters/from-awilix.js';
import { fromInversify } from '../../../src/container/adapters/from-inversify.js';
import { fromResolve } from '../../../src/container/adapters/from-resolve.js';
import { fromTsyringe } from '../../../src/container/adapters/from-tsyringe.js';
import { fakeRun } from '../fake-run.js';

/* The same promises for every container, with the real libraries. */

class Clock {}
class Tenant {
  ended = 0;
  constructor(readonly run: RunContext) {}
  dispose(): void {
    this.ended++;
  }
}
class Broken {
  constructor() {
    throw new Error('x'.repeat(100_000));
  }
}

const setups: Readonly<Record<string, () => Container>> = {
  function() {
    const clock = new Clock();
    const tenants = new Map<RunContext, Tenant>();
    const resolve = (token: Token, run: RunContext): unknown => {
      if (token === Clock) return clock;
      if (token === Broken) return new Broken();
      if (token !== Tenant) return undefined;
      if (!tenants.has(run)) tenants.set(run, new Tenant(run));
      return tenants.get(run);
    };
    return fromResolve(resolve, { disposeRun: (run) => tenants.get(run)?.dispose() });
  },
  awilix() {
    const container = createAwilix({ strict: true });
    container.register({
      clock: asClass(Clock).singleton(),
      tenant: asFunction(({ runContext }: { runContext: RunContext }) => new Tenant(runContext))
        .scoped()
        .disposer((tenant: Tenant) => tenant.dispose()),
      broken: asClass(Broken),
    });
    return fromAwilix(container);
  },
  inversify() {
    const root = new Inversify();
    root.bind(Clock).to(Clock).inSingletonScope();
    root.bind(Broken).toDynamicValue(() => new Broken());
    const createChild = (parent: Inversify) => {
      const child = new Inversify({ parent });
      child
        .bind(Tenant)
        .toDynamicValue((context) => new Tenant(context.get(RunContext)))
        .inSingletonScope()
        .onDeactivation((tenant: Tenant) => tenant.dispose());
      return child;
    };
    return fromInversify(root, { createChild });
  },
  tsyringe() {
    const root = tsyringe.createChildContainer();
    inject(RunContext as never)(Tenant, undefined, 0);
    injectable()(Tenant);
    root.register(Clock, { useClass: Clock }, { lifecycle: Lifecycle.Singleton });
    root.register(Tenant, { useClass: Tenant }, { lifecycle: Lifecycle.ContainerScoped });
    root.register(Broken, { useFactory: () => new Broken() });
    return fromTsyringe(root);
  },
};

describe.each(Object.entries(setups))('a container from %s [CTX-3]', (_name, setup) => {
  const scopes = (): readonly [Scope, Scope] => {
    const container = setup();
    return [container.createScope(fakeRun('r1')), container.createScope(fakeRun('r2'))];
  };

  it('shares singletons between runs', async () => {
    const [first, second] = scopes();
    expect(await first.resolve(Clock)).toBeInstanceOf(Clock);
    expect(await first.resolve(Clock)).toBe(await second.resolve(Clock));
  });

  it('gives each run its own RunContext and its own run-scoped values', async () => {
    const both = scopes();
    const tenants = await Promise.all(both.map((scope) => scope.resolve(Tenant) as Promise<Tenant>));
    expect(tenants.map((one) => one.run.runId)).toEqual(['r1', 'r2']);
    expect(await both[0].resolve(Tenant)).toBe(tenants[0]);
  });

  it('ends run-scoped values with the run, once', async () => {
    const [scope, other] = scopes();
    const tenant = (await scope.resolve(Tenant)) as Tenant;
    const others = (await other.resolve(Tenant)) as Tenant;
    await Promise.all([scope.dispose(), scope.dispose()]);
    expect([tenant.ended, others.ended]).toEqual([1, 0]);
  });

  it('gives nothing after the end', async () => {
    const [scope] = scopes();
    await scope.dispose();
    expect(() => scope.resolve(Clock)).toThrow(expect.objectContaining({ code: 'HAFT_SCOPE_ENDED' }));
  });

  it('says in our words that nothing is registered', async () => {
    const [scope] = scopes();
    expect(() => scope.resolve('nothing')).toThrow(expect.objectContaining({ code: 'HAFT_MISSING_DEPENDENCY' }));
  });

  it('cuts the text of errors', async () => {
    const [scope] = scopes();
    let error: Error | undefined;
    try {
      await scope.resolve(Broken);
    } catch (caught) {
      error = caught as Error;
    }
    expect(error).toMatchObject({ code: 'HAFT_PROVIDER_FAILED' });
    expect(String(error).length).toBeLessThanOrEqual(2048);
  });
});

describe('fromResolve', () => {
  it('takes an async function', async () => {
    const scope = fromResolve(async (token) => (token === Clock ? new Clock() : undefined)).createScope(fakeRun());
    expect(await scope.resolve(Clock)).toBeInstanceOf(Clock);
    await expect(scope.resolve('nothing')).rejects.toMatchObject({ code: 'HAFT_MISSING_DEPENDENCY' });
  });
});
