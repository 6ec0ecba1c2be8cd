import { describe, expect, it } from '@jest/globals';
import type { RunContext } from '@haft/core';
import { createContainer } from '../../src/container/create-container.js';
import { hostValues } from '../../src/container/host-values.js';
import type { HostParameter } from '@haft/compose';
import { fakeRun } from './fake-run.js';

const scope = createContainer({
  provide: [
    { provide: 'audit', useValue: 'log' },
    { provide: 'database', useFactory: async () => 'open' },
  ],
}).createScope(fakeRun());
const run = fakeRun('r7', { tenant: 'acme' });

const inject = (token: string, optional = false): HostParameter => ({ kind: 'inject', name: token, token, optional });
const computed = (resolve: (run: RunContext) => unknown): HostParameter => ({ kind: 'resolve', name: 'own', resolve });
const input: HostParameter = { kind: 'input', name: 'reason' };

describe('hostValues', () => {
  it('gives injected values, in order and without a promise where none is needed', () => {
    expect(hostValues([inject('audit'), computed((one) => one.runId)], scope, run)).toEqual(['log', 'r7']);
  });

  it('awaits async providers and async parameter decorators', async () => {
    const parameters = [inject('database'), computed(async (one) => one.deps)];
    await expect(hostValues(parameters, scope, run)).resolves.toEqual(['open', { tenant: 'acme' }]);
  });

  it('gives undefined for an optional token without provider', () => {
    expect(hostValues([inject('nothing', true)], scope, run)).toEqual([undefined]);
  });

  it('refuses a token without provider', () => {
    expect(() => hostValues([inject('nothing')], scope, run)).toThrow(
      expect.objectContaining({ code: 'HAFT_MISSING_DEPENDENCY' }),
    );
  });

  it('returns the values of the user, never inherited ones', () => {
    expect(hostValues([input], scope, run, { reason: 'because' })).toEqual(['because']);
    expect(hostValues([input], scope, run, Object.create({ reason: 'forged' }))).toEqual([undefined]);
    expect(hostValues([input], scope, run)).toEqual([undefined]);
  });

  it('throws an error with the cause if a parameter decorator throws', () => {
    const cause = new RangeError('no tenant');
    const refuse = computed(() => {
      throw cause;
    });
    expect(() => hostValues([refuse], scope, run)).toThrow(expect.objectContaining({ cause }));
  });
});
