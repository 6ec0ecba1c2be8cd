import { HaftError, Tool, Toolset, type Class } from '@haft/core';
import { resolve } from '../../../src/call/steps/09-resolve.js';
import type { Call } from '../../../src/call/call.js';
import type { Container } from '../../../src/index.js';
import { reflect } from '../../support/reflect.js';
import { callOf, runOf } from './step-of.js';

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

function askedBy(gives: () => unknown): { call: Call; asked: Class[] } {
  const { container, asked } = containerOf(gives);
  return { call: callOf(runOf({ toolsets: [clock], container }), { name: 'now' }), asked };
}

describe('step 9, resolve', () => {
  it('resolves the instance of the toolset from the scope of the run', async () => {
    const instance = new Clock();
    const { call, asked } = askedBy(() => instance);
    expect(await resolve.run(call)).toBeUndefined();
    expect([call.state.instance, call.host]).toEqual([instance, []]);
    expect(asked).toEqual([Clock]);
  });

  it('asks the container once in a run, also if two calls wait for it', async () => {
    const instance = new Clock();
    const { call, asked } = askedBy(() => Promise.resolve(instance));
    const second = callOf(call.run as never, { id: 'c2', name: 'now' });
    await Promise.all([resolve.run(call), resolve.run(second)]);
    await resolve.run(second);
    expect([call.state.instance, second.state.instance]).toEqual([instance, instance]);
    expect(asked).toHaveLength(1);
  });

  it('rejects with the error of the container, for the developer, and asks again', async () => {
    let isBroken = true;
    const broken = new HaftError('HAFT_NOT_PROVIDED', 'No provider.', { hint: 'Add one.' });
    const { call, asked } = askedBy(() => (isBroken ? Promise.reject(broken) : Promise.resolve(new Clock())));
    await expect(resolve.run(call)).rejects.toBe(broken);
    isBroken = false;
    expect(await resolve.run(call)).toBeUndefined();
    expect(asked).toHaveLength(2);
  });
});
