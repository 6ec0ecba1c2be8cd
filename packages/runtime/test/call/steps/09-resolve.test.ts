import { HaftError, Tool, Toolset, type Class } from '@haft/core';
import { resolve } from '../../../src/call/steps/09-resolve.js';
import type { StepState } from '../../../src/call/steps/step.js';
import type { Container } from '../../../src/index.js';
import { reflect } from '../../support/reflect.js';
import { callOf, NEXT, runOf, take } from './step-of.js';

@Toolset()
class Clock {
  @Tool()
  now(): string {
    return 'noon';
  }
}

const clock = reflect(Clock, { now: {} });

/** A container that gives the clock when `gives` says so, and counts how often it is asked. */
function containerOf(gives: () => unknown): { container: Container; asked: Class[] } {
  const asked: Class[] = [];
  const container = {
    createScope: () => ({
      resolve: (token: Class) => {
        asked.push(token);
        return gives();
      },
      dispose: () => undefined,
    }),
  };
  return { container: container as unknown as Container, asked };
}

function stateOf(gives: () => unknown): { state: StepState; asked: Class[] } {
  const { container, asked } = containerOf(gives);
  const run = runOf({ toolsets: [clock], container });
  return { state: { call: callOf(run, { name: 'now' }), sent: undefined }, asked };
}

describe('step 9, resolve', () => {
  it('resolves the instance of the toolset from the scope of the run', async () => {
    const instance = new Clock();
    const { state, asked } = stateOf(() => instance);
    expect((await take(resolve, state)).text).toBe(NEXT);
    expect(state.target).toEqual({ instance, host: [] });
    expect(asked).toEqual([Clock]);
  });

  it('asks the container once in a run, also if two calls wait for it', async () => {
    const instance = new Clock();
    const { state, asked } = stateOf(() => Promise.resolve(instance));
    const second: StepState = { call: callOf(state.call.run as never, { id: 'c2', name: 'now' }), sent: undefined };
    await Promise.all([take(resolve, state), take(resolve, second)]);
    await take(resolve, second);
    expect([state.target?.instance, second.target?.instance]).toEqual([instance, instance]);
    expect(asked).toHaveLength(1);
  });

  it('rejects with the error of the container, for the developer, and asks again', async () => {
    let isBroken = true;
    const broken = new HaftError('HAFT_NOT_PROVIDED', 'No provider.', { hint: 'Add one.' });
    const { state, asked } = stateOf(() => (isBroken ? Promise.reject(broken) : Promise.resolve(new Clock())));
    await expect(take(resolve, state)).rejects.toBe(broken);
    isBroken = false;
    expect((await take(resolve, state)).text).toBe(NEXT);
    expect(asked).toHaveLength(2);
  });
});
