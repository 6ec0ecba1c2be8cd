import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { RunContext } from '@haft/core';
import { createContainer } from '../../src/container/create-container.js';
import { hostValues } from '../../src/container/host-values.js';
import { fakeRun } from './fake-run.js';

class Tenant {
  constructor(readonly run: RunContext) {}
}
class Shared {}
class Repository {
  ended = 0;
  constructor(
    readonly tenant: Tenant,
    readonly shared: Shared,
  ) {}
  [Symbol.dispose](): void {
    this.ended++;
  }
}

const container = createContainer({
  services: [
    { class: Tenant, dependencies: [RunContext] },
    { class: Shared, dependencies: [] },
    { class: Repository, dependencies: [Tenant, Shared] },
  ],
  provide: [
    {
      provide: 'connection',
      useFactory: async (run: RunContext) => {
        await setImmediate();
        return run.runId;
      },
      inject: [RunContext],
    },
  ],
});

/** The ids of all runs that a run met in five awaits. */
async function meet(index: number): Promise<readonly [Repository, ReadonlySet<string>]> {
  const run = fakeRun(`r${index}`);
  const scope = container.createScope(run);
  const met = new Set<string>([run.runId]);
  let repository: Repository | undefined;
  for (let step = 0; step < 5; step++) {
    await setImmediate();
    const [given, connection, own] = await hostValues(
      [
        { kind: 'inject', name: 'repository', token: Repository, optional: false },
        { kind: 'inject', name: 'connection', token: 'connection', optional: false },
        { kind: 'resolve', name: 'own', resolve: async (one) => one.runId },
      ],
      scope,
      run,
    );
    repository = given as Repository;
    met
      .add(repository.tenant.run.runId)
      .add(connection as string)
      .add(own as string);
  }
  await scope.dispose();
  return [repository as Repository, met];
}

describe('10,000 runs at the same time', () => {
  it('never see a value of another run, and each ends its own once', async () => {
    const runs = await Promise.all(Array.from({ length: 10_000 }, (_, index) => meet(index)));
    const repositories = new Set(runs.map(([repository]) => repository));
    expect(runs.filter(([, met]) => met.size > 1)).toEqual([]);
    expect(repositories.size).toBe(10_000);
    expect([...repositories].filter((one) => one.ended !== 1)).toEqual([]);
    expect(new Set([...repositories].map((one) => one.shared)).size).toBe(1);
  }, 600_000);
});
