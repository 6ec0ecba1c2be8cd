import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createContainer } from '../../src/container/create-container.js';
import { hostValues } from '../../src/container/host-values.js';
import { combine, compose } from '@haft/compose';
import { fakeToolset } from '../toolsets/fake-tools.js';
import { fakeRun } from './fake-run.js';

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
const later = () => new Promise<never>((_resolve, reject) => setTimeout(reject, 1, new Error('later')));
const atOnce = () => {
  throw new Error('at once');
};
const run = fakeRun();

beforeAll(() => {
  process.on('unhandledRejection', note);
});
afterAll(() => {
  process.off('unhandledRejection', note);
});

describe('a rejection that comes after something else has failed already', () => {
  const container = createContainer({
    provide: [
      { provide: 'slow', useFactory: later },
      { provide: 'broken', useFactory: atOnce },
      { provide: 'both', useFactory: () => 1, inject: ['slow', 'broken'] },
    ],
  });

  it.each([
    ['of a dependency', () => container.createScope(run).resolve('both')],
    [
      'of an injected parameter',
      () =>
        hostValues(
          [
            { kind: 'resolve', name: 'slow', resolve: later },
            { kind: 'resolve', name: 'broken', resolve: atOnce },
          ],
          container.createScope(run),
          run,
        ),
    ],
    ['of a toolset', () => combine({ name: 'slow', tools: later }, { name: 'broken', tools: atOnce }).tools(run)],
    [
      'of a selector',
      () =>
        compose(fakeToolset('set', 'a', 'b'))
          .filter(({ name }) => (name === 'a' ? later() : atOnce()))
          .tools(run),
    ],
  ])('%s ends no process', async (_case, act) => {
    expect(act).toThrow(/at once|parameter of the application failed/);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(unhandled).toEqual([]);
  });
});
