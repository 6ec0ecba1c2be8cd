import { describe, expect, it } from '@jest/globals';
import { HaftError, Inject, RunContext } from '@haft/core';
import { createContainer, type ContainerOptions } from '../../src/container/create-container.js';
import { fakeRun } from './fake-run.js';

class Clock {
  readonly now = 5;
}
class Workspace {
  constructor(readonly clock: Clock) {}
}
class FileToolset {
  constructor(
    readonly workspace: Workspace,
    readonly limit = 3,
  ) {}
}
const described = [
  { class: Clock, dependencies: [] },
  { class: Workspace, dependencies: [Clock] },
  { class: FileToolset, dependencies: [Workspace, undefined] },
];

const resolve = (options: ContainerOptions, token: Parameters<ReturnType<typeof scopeOf>['resolve']>[0]): unknown =>
  scopeOf(options).resolve(token);
const scopeOf = (options: ContainerOptions) => createContainer(options).createScope(fakeRun());

describe('a class that a descriptor describes', () => {
  it('is made with its dependencies without being listed', () => {
    const toolset = resolve({ services: described }, FileToolset) as FileToolset;
    expect(toolset).toBeInstanceOf(FileToolset);
    expect(toolset.workspace.clock).toBeInstanceOf(Clock);
  });

  it('keeps the defaults of parameters that ask for nothing', () => {
    expect((resolve({ services: described }, FileToolset) as FileToolset).limit).toBe(3);
  });

  it('is a singleton', () => {
    const container = createContainer({ services: described });
    expect(container.createScope(fakeRun()).resolve(Clock)).toBe(container.createScope(fakeRun()).resolve(Clock));
  });

  it('is replaced by a provider of the same class', () => {
    const fake = { now: 0 };
    const toolset = resolve({ services: described, provide: [{ provide: Clock, useValue: fake }] }, FileToolset);
    expect((toolset as FileToolset).workspace.clock).toBe(fake);
  });

  it('causes no problem while it is unused, even if it cannot be created', () => {
    class Broken {
      constructor(readonly missing: object) {}
    }
    class Missing {}
    const container = createContainer({ services: [{ class: Broken, dependencies: [Missing] }] });
    expect(container.has(Broken)).toBe(false);
  });
});

describe('forms of providers [CTX-3]', () => {
  const TOKEN = Symbol('token');

  it('takes a class without constructor parameters', () => {
    expect(resolve({ provide: [Clock] }, Clock)).toBeInstanceOf(Clock);
  });

  it('takes a class for another token', () => {
    expect(resolve({ provide: [{ provide: TOKEN, useClass: Clock }] }, TOKEN)).toBeInstanceOf(Clock);
  });

  it.each([0, '', false, null, undefined])('takes the value %p as it is', (value) => {
    expect(resolve({ provide: [{ provide: TOKEN, useValue: value }] }, TOKEN)).toBe(value);
  });

  it('takes a factory with the tokens of its parameters', () => {
    const provide = [Clock, { provide: TOKEN, useFactory: (clock: Clock) => clock.now + 1, inject: [Clock] }];
    expect(resolve({ provide }, TOKEN)).toBe(6);
  });

  it('gives a factory undefined for an optional token without provider', () => {
    const provide = [{ provide: TOKEN, useFactory: (one: unknown) => [one], inject: [{ token: 'x', optional: true }] }];
    expect(resolve({ provide }, TOKEN)).toEqual([undefined]);
  });

  it('takes an alias, which is the same value', () => {
    const scope = scopeOf({ provide: [Clock, { provide: TOKEN, useExisting: Clock }] });
    expect(scope.resolve(TOKEN)).toBe(scope.resolve(Clock));
  });

  it('lets the last provider of a token count', () => {
    const provide = [
      { provide: TOKEN, useValue: 1 },
      { provide: TOKEN, useValue: 2 },
    ];
    expect(resolve({ provide }, TOKEN)).toBe(2);
  });

  it('takes ready instances for their classes', () => {
    const clock = new Clock();
    expect((resolve({ services: described, instances: [clock] }, Workspace) as Workspace).clock).toBe(clock);
  });
});

describe('async providers', () => {
  const DATABASE = 'database';

  it('give a promise, also to who depends on them', async () => {
    const provide = [
      { provide: DATABASE, useFactory: async () => ({ open: true }) },
      { provide: 'repository', useFactory: (database: object) => ({ database }), inject: [DATABASE] },
    ];
    await expect(resolve({ provide }, 'repository')).resolves.toEqual({ database: { open: true } });
  });

  it('run once for requests at the same time', async () => {
    let made = 0;
    const container = createContainer({ provide: [{ provide: DATABASE, useFactory: async () => ++made }] });
    const both = [1, 2].map(async () => container.createScope(fakeRun()).resolve(DATABASE));
    expect(await Promise.all(both)).toEqual([1, 1]);
  });

  it('are values without a promise once they are there', async () => {
    const scope = scopeOf({ provide: [{ provide: DATABASE, useFactory: async () => 7 }] });
    await scope.resolve(DATABASE);
    expect(scope.resolve(DATABASE)).toBe(7);
  });

  it('are tried again after a failure', async () => {
    let tries = 0;
    const useFactory = async () => {
      if (++tries === 1) throw new Error('not up yet');
      return 'up';
    };
    const scope = scopeOf({ provide: [{ provide: DATABASE, useFactory }] });
    await expect(scope.resolve(DATABASE)).rejects.toMatchObject({
      code: 'HAFT_PROVIDER_FAILED',
      message: "'database' could not be created: not up yet",
    });
    await expect(scope.resolve(DATABASE)).resolves.toBe('up');
  });

  it('are created by ready(), which reports failures', async () => {
    const broken = { provide: DATABASE, useFactory: async () => Promise.reject(new Error('no such host')) };
    await expect(createContainer({ provide: [broken] }).ready()).rejects.toThrow('no such host');
  });
});

describe('lifetimes [CTX-3]', () => {
  class Basket {}
  const run1 = fakeRun('r1');
  const run2 = fakeRun('r2');

  it('run: one value for each run', () => {
    const container = createContainer({ provide: [{ provide: Basket, useClass: Basket, lifetime: 'run' }] });
    const [first, second] = [container.createScope(run1), container.createScope(run2)];
    expect(first.resolve(Basket)).toBe(first.resolve(Basket));
    expect(first.resolve(Basket)).not.toBe(second.resolve(Basket));
  });

  it('transient: one value for each who asks', () => {
    const scope = scopeOf({ provide: [{ provide: Basket, useClass: Basket, lifetime: 'transient' }] });
    expect(scope.resolve(Basket)).not.toBe(scope.resolve(Basket));
  });

  it('a class that asks for RunContext lives as long as the run, and so does who asks for it', () => {
    class Tenant {
      constructor(readonly run: RunContext) {}
    }
    class TenantToolset {
      constructor(readonly tenant: Tenant) {}
    }
    const services = [
      { class: Tenant, dependencies: [RunContext as never] },
      { class: TenantToolset, dependencies: [Tenant] },
    ];
    const container = createContainer({ services });
    const toolsets = [run1, run2].map((run) => container.createScope(run).resolve(TenantToolset) as TenantToolset);
    expect(toolsets.map((one) => one.tenant.run.runId)).toEqual(['r1', 'r2']);
  });
});

describe('injection by records', () => {
  const TOKEN = Symbol('token');

  it('reads @Inject(token) on constructor parameters, without emitted metadata', () => {
    class Store {
      constructor(@Inject(TOKEN) readonly url: string) {}
    }
    expect(resolve({ provide: [Store, { provide: TOKEN, useValue: 'pg:' }] }, Store)).toMatchObject({ url: 'pg:' });
  });

  it('reads @Inject(token) on properties, those of base classes too', () => {
    class Base {
      @Inject(TOKEN) readonly url!: string;
    }
    class Derived extends Base {
      @Inject(Clock) readonly clock!: Clock;
    }
    const made = resolve({ provide: [Derived, Clock, { provide: TOKEN, useValue: 'pg:' }] }, Derived) as Derived;
    expect(made.url).toBe('pg:');
    expect(made.clock).toBeInstanceOf(Clock);
  });

  it('gives undefined for an optional token, and leaves an optional property as it is', () => {
    class Store {
      @Inject('label', { optional: true }) readonly label: string = 'none';
      constructor(@Inject(TOKEN, { optional: true }) readonly url?: string) {}
    }
    expect(resolve({ provide: [Store] }, Store)).toEqual({ label: 'none', url: undefined });
  });

  it('lets a token win over the class of the type', () => {
    class Store {
      constructor(@Inject('special') readonly clock: Clock) {}
    }
    const services = [{ class: Store, dependencies: ['inject' as const] }, ...described];
    expect(resolve({ services, provide: [{ provide: 'special', useValue: 9 }] }, Store)).toEqual({ clock: 9 });
  });

  it('uses the constructor of the base class where a class has none of its own', () => {
    class Base {
      constructor(@Inject(TOKEN) readonly url: string) {}
    }
    class Derived extends Base {}
    expect(resolve({ provide: [Derived, { provide: TOKEN, useValue: 'pg:' }] }, Derived)).toEqual({ url: 'pg:' });
  });
});

describe('problems', () => {
  it('name `deps` if a factory reads them in a run without', () => {
    class Mailer {}
    const useFactory = (run: RunContext<{ readonly mailer: object }>): object => run.deps.mailer;
    expect(() => resolve({ provide: [{ provide: Mailer, useFactory, inject: [RunContext] }] }, Mailer)).toThrow(
      expect.objectContaining({ code: 'HAFT_PROVIDER_FAILED', hint: expect.stringContaining('startRun({ deps })') }),
    );
  });

  it('in one constructor name the provider and keep the cause', () => {
    const cause = new Error('disk is full');
    class Store {
      constructor() {
        throw cause;
      }
    }
    expect(() => resolve({ provide: [Store] }, Store)).toThrow(
      expect.objectContaining({
        code: 'HAFT_PROVIDER_FAILED',
        message: 'Store could not be created: disk is full',
        cause,
      }),
    );
  });

  it('a token without provider', () => {
    expect(() => resolve({}, 'nothing')).toThrow(
      expect.objectContaining({ code: 'HAFT_MISSING_DEPENDENCY', message: "Nothing is registered for 'nothing'." }),
    );
  });

  it('a scope that has ended', async () => {
    const scope = scopeOf({ provide: [Clock] });
    await scope.dispose();
    expect(() => scope.resolve(Clock)).toThrow(expect.objectContaining({ code: 'HAFT_SCOPE_ENDED' }));
    expect(() => scope.resolve(Clock)).toThrow(HaftError);
  });
});
