import { describe, expect, it } from '@jest/globals';
import { Inject, RunContext } from '@haft/core';
import type { HaftError } from '@haft/core';
import { createContainer, type ContainerOptions } from '../../src/container/create-container.js';

class Database {}
class Clock {}
class Workspace {
  constructor(
    readonly clock: Clock,
    readonly database: Database,
  ) {}
}
class FileToolset {
  constructor(readonly workspace: Workspace) {}
}

function wiringOf(options: ContainerOptions): HaftError {
  try {
    createContainer(options);
  } catch (error) {
    return error as HaftError;
  }
  throw new Error('the container was built');
}

/** The lines behind the first. */
const problemsOf = (options: ContainerOptions): string[] => wiringOf(options).message.split('\n- ').slice(1);

const services = [
  { class: Clock, dependencies: [] },
  { class: Workspace, dependencies: [Clock, Database] },
  { class: FileToolset, dependencies: [Workspace] },
];
const requests = [{ token: FileToolset }];

describe('wiring problems [CTX-3]', () => {
  it('a missing provider: with the whole path and a question mark at the hole [NEW-20]', () => {
    expect(problemsOf({ services, requests })).toEqual([
      'FileToolset -> Workspace -> Database: nothing is registered for Database, parameter 2 of the constructor of Workspace(Clock, ?).',
    ]);
  });

  it('a missing value of an injected parameter: with the method', () => {
    const request = { token: 'audit', neededBy: "FileToolset.read, parameter 'audit'" };
    expect(problemsOf({ requests: [request] })).toEqual([
      "FileToolset.read, parameter 'audit' -> 'audit': nothing is registered for 'audit'.",
    ]);
  });

  it('one place that asks twice, as a tool and as a resource: one problem', () => {
    const request = { token: 'audit', neededBy: "Files.read, parameter 'audit'" };
    const { message } = wiringOf({ requests: [request, request, { ...request, neededBy: 'Files.read, @Use' }] });
    expect(message).toBe(
      `The container cannot be built: 2 problems.
- Files.read, parameter 'audit' -> 'audit': nothing is registered for 'audit'.
- Files.read, @Use -> 'audit': nothing is registered for 'audit'.`,
    );
  });

  it('a class of the same name is registered: says that it is another one', () => {
    const Other = class Database {};
    const [problem] = problemsOf({ services, requests, provide: [Other] });
    expect(problem).toContain('Another class Database is: its file is probably loaded twice.');
  });

  it('a cycle, once [NEW-20]', () => {
    class A {}
    class B {}
    const cycle = [
      { class: A, dependencies: [B] },
      { class: B, dependencies: [A] },
    ];
    expect(problemsOf({ services: cycle, requests: [{ token: A }, { token: B }] })).toEqual([
      'A -> B -> A: these need each other.',
    ]);
  });

  it('a cycle of aliases', () => {
    const provide = [
      { provide: 'a', useExisting: 'b' },
      { provide: 'b', useExisting: 'a' },
    ];
    expect(problemsOf({ provide })).toEqual(["'a' -> 'b' -> 'a': these need each other."]);
  });

  it('a singleton that holds a run-scoped value, also over other classes and transients [NEW-20]', () => {
    const provide = [
      { provide: 'basket', useFactory: () => [], lifetime: 'run' as const },
      { provide: 'shop', useFactory: () => 1, inject: ['basket'], lifetime: 'transient' as const },
      { provide: 'cache', useFactory: () => 1, inject: ['shop'], lifetime: 'singleton' as const },
    ];
    expect(problemsOf({ provide })).toEqual([
      "'cache' -> 'shop' -> 'basket': 'cache' is a singleton, 'basket' lives only as long as a run.",
    ]);
  });

  it('a singleton that holds the RunContext', () => {
    class Tenant {}
    const tenant = [{ class: Tenant, dependencies: [RunContext as never] }];
    const provide = [{ provide: Tenant, useClass: Tenant, lifetime: 'singleton' as const }];
    expect(problemsOf({ services: tenant, provide })).toEqual([
      'Tenant -> RunContext: Tenant is a singleton, RunContext lives only as long as a run.',
    ]);
  });

  it('a class from outside without a description of its constructor', () => {
    class Pool {
      constructor(readonly url: string) {}
    }
    class OwnPool extends Pool {}
    const problem =
      'parameter 1 of the constructor: no generated module describes the class, and no @Inject(token) says what to give.';
    expect(problemsOf({ provide: [Pool, OwnPool] })).toEqual([`Pool: ${problem}`, `OwnPool: ${problem}`]);
  });

  it('but none for a class whose own constructor has no parameters', () => {
    class Pool {
      constructor(readonly url: string) {}
    }
    class LocalPool extends Pool {
      constructor() {
        super('local');
      }
    }
    expect(() => createContainer({ provide: [LocalPool] })).not.toThrow();
  });

  it('a token that a circular import left undefined', () => {
    class Store {
      constructor(@Inject(undefined) readonly other: object) {}
    }
    const [problem] = problemsOf({ provide: [Store] });
    expect(problem).toContain('a circular import leaves a token undefined');
  });

  it.each([
    [undefined, 'provide[0] is undefined: a circular import leaves a class undefined.'],
    [{}, 'provide[0] has no token: `provide` must be a class, a string or a symbol.'],
    [new Map(), 'provide[0] is an instance of Map: write { provide: Map, useValue: ... }.'],
    [[], 'provide[0] has no token: `provide` must be a class, a string or a symbol.'],
    [{ provide: 'x' }, 'provide[0] must have exactly one of useClass, useValue, useFactory, useExisting; it has none.'],
    [{ provide: 'x', useClass: undefined }, 'provide[0].useClass is undefined.'],
    [RunContext, 'provide[0] provides RunContext, which every run gives itself.'],
  ])('an invalid provider: %p', (provider, problem) => {
    expect(problemsOf({ provide: [provider as never] })).toEqual([problem]);
  });

  it('come all together, with what to do about each kind [NEW-20]', () => {
    const error = wiringOf({ services, requests, provide: [{ provide: 'a', useExisting: 'a' }, undefined as never] });
    expect(error.code).toBe('HAFT_WIRING');
    expect(error.message).toMatch(/^The container cannot be built: 3 problems\.\n/);
    expect(error.hint).toBe(
      'Write a provider as a class or as { provide, useClass | useValue | useFactory | useExisting }. ' +
        'Add what is missing to `provide`, or make it optional. ' +
        'Break a cycle by a third class, or by giving one side a function.',
    );
  });

  it.each([300, 3000])('fit into 2 kB, with %d problems of long names', (count) => {
    const provide = Array.from({ length: count }, (_, index) => ({
      provide: `${'x'.repeat(500)}${index}`,
      useExisting: `missing${index}`,
    }));
    const text = wiringOf({ provide }).toString();
    expect(text.length).toBeLessThanOrEqual(2048);
    expect(text).toMatch(/\n- and \d+ more\./);
  });

  it('fit into 2 kB, with one very long path', () => {
    const provide = Array.from({ length: 500 }, (_, index) => ({
      provide: `link${index}`,
      useExisting: `link${index + 1}`,
    }));
    const text = wiringOf({ provide }).toString();
    expect(text.length).toBeLessThanOrEqual(2048);
    expect(text).toContain("'link499' -> 'link500': nothing is registered");
  });
});
