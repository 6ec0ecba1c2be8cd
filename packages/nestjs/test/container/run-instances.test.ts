import { expect, it, jest } from '@jest/globals';
import { RunContext } from '@haft/core';
import { REQUEST } from '@nestjs/core';
import { RunInstances } from '../../src/container/run-instances.js';
import type { NestWrapper } from '../../src/container/nest-wrapper.js';

/* Which instances of Nest end with a run, and in which order. */

const RUN = { id: 1 };

interface Facts {
  readonly token?: unknown;
  readonly isNotMetatype?: boolean;
  readonly isTransient?: boolean;
  readonly isStatic?: boolean;
  readonly constructed?: boolean;
  readonly resolved?: boolean;
  readonly dependencies?: readonly object[];
  readonly properties?: readonly object[];
  /** The users of a transient provider, each with its own instance. */
  readonly users?: readonly string[];
}

const ended: string[] = [];

/** Returns a provider whose instances write their names when they end. */
function provider(name: string, facts: Facts = {}): NestWrapper {
  const { token = name, isNotMetatype = false, isTransient = false, isStatic = false } = facts;
  const { constructed = true, resolved = true, dependencies, properties, users = [name] } = facts;
  const made = users.map((user) => ({
    isConstructorCalled: constructed,
    isResolved: resolved,
    instance: { onModuleDestroy: () => ended.push(user) },
  }));
  return {
    id: name,
    token,
    isNotMetatype,
    isTransient,
    isDependencyTreeStatic: () => isStatic,
    getCtorMetadata: () => dependencies,
    getPropertiesMetadata: () => properties?.map((wrapper) => ({ wrapper })),
    getExistingInstancesByContextId: (id: object) => (id === RUN ? made : []),
  } as unknown as NestWrapper;
}

async function endedBy(...providers: readonly NestWrapper[]): Promise<readonly string[]> {
  ended.length = 0;
  await new RunInstances(() => providers, jest.fn()).dispose(RUN);
  return [...ended];
}

it.each<[string, Facts, readonly string[]]>([
  ['of a class that Nest creates for each run', {}, ['it']],
  ['of a transient class', { isTransient: true, isStatic: true, users: ['a', 'b'] }, ['a', 'b']],
  ['of a class that lives as long as the application', { isStatic: true }, []],
  ['of a factory', { isNotMetatype: true }, []],
  ['that is the request', { token: REQUEST }, []],
  ['that is the context of the run', { token: RunContext }, []],
  ['that is not constructed', { constructed: false }, []],
  ['that is not complete', { resolved: false }, []],
])('an instance %s ends with the run, or does not', async (_title, facts, names) => {
  expect(await endedBy(provider('it', facts))).toEqual(names);
});

it('an instance ends once, before its dependencies, whatever the order of the providers', async () => {
  const base = provider('base');
  const field = provider('field', { dependencies: [base] });
  const shared = provider('shared', { isStatic: true, dependencies: [base] });
  const user = provider('user', { dependencies: [shared, undefined as never], properties: [field] });
  expect(await endedBy(base, field, shared, user)).toEqual(['user', 'field', 'base']);
  expect(await endedBy(user, shared, field, base)).toEqual(['user', 'field', 'base']);
});

it('providers may depend on each other', async () => {
  const dependencies: object[] = [];
  const one = provider('one', { dependencies });
  dependencies.push(provider('other', { dependencies: [one] }));
  expect([...(await endedBy(one, ...(dependencies as NestWrapper[])))].sort()).toEqual(['one', 'other']);
});

it('a run without instances ends nothing', async () => {
  ended.length = 0;
  await new RunInstances(() => [provider('it')], jest.fn()).dispose({ id: 2 });
  expect(ended).toEqual([]);
});

it('early releases of NestJS 11 name the instance of each user', async () => {
  const instance = { onModuleDestroy: () => ended.push('shared') };
  const early = {
    ...provider('it', { isTransient: true }),
    getExistingInstancesByContextId: undefined,
    getInstanceByContextId: (_id: object, user: string) => ({
      isConstructorCalled: user === 'it',
      isResolved: true,
      instance,
    }),
  } as unknown as NestWrapper;
  expect((await endedBy(early, provider('user'))).filter((one) => one === 'shared')).toEqual(['shared']);
});
