import { describe, expect, it, jest } from '@jest/globals';
import { RequiresApproval, RunContext, Tool, Toolset } from '@haft/core';
import { createRuntime, decisions, type PendingRun } from '../../src/index.js';
import { keptState } from '../../src/run/deferral/kept-state.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Counter {
  @Tool()
  count(run: RunContext): number {
    const next = ((run.state.get('count') as number | undefined) ?? 0) + 1;
    run.state.set('count', next);
    return next;
  }

  @Tool()
  @RequiresApproval()
  total(run: RunContext): unknown {
    return Object.fromEntries(run.state);
  }

  @Tool()
  open(run: RunContext): void {
    run.state.set('connection', new Map());
  }
}
const toolsets = reflect(Counter, {
  count: { parameters: { run: {} } },
  total: { parameters: { run: {} } },
  open: { parameters: { run: {} } },
});
const pendingSecret = 'a secret of this host';

describe('run.state of a run that waits [HITL-9]', () => {
  it('continues in another process, signed with the pending run', async () => {
    const runtime = createRuntime({ toolsets, observe: { logger: quietLogger() }, people: { pendingSecret } });
    const run = runtime.startRun();
    await run.call({ name: 'count' });
    await run.call({ name: 'count' });
    await run.call({ name: 'total' });
    const pending = JSON.parse(JSON.stringify(run.pending())) as PendingRun;
    const other = createRuntime({ toolsets, observe: { logger: quietLogger() }, people: { pendingSecret } });
    const resumed = await other.resumeRun(pending, decisions().rest('approve'), {});
    expect(resumed.outcomes).toMatchObject([{ status: 'success', value: { count: 2 } }]);
    expect(await resumed.run.call({ name: 'count' })).toMatchObject({ value: 3 });
    // Later changes of the run do not affect the pending state.
    expect(pending.state).toEqual({ count: 2 });
    const forged = { ...pending, state: { count: 100 } };
    await expect(other.resumeRun(forged, decisions().rest('approve'), {})).rejects.toMatchObject({
      code: 'HAFT_INVALID_PENDING',
    });
  });

  it('is a copy: changes of tools after pending() are not in it', async () => {
    const run = createRuntime({ toolsets, observe: { logger: quietLogger() } }).startRun();
    await run.call({ name: 'count' });
    await run.call({ name: 'total' });
    const pending = run.pending();
    await run.call({ name: 'count' });
    expect(pending.state).toEqual({ count: 1 });
  });

  it('names values that JSON cannot keep, in the pending run and in the log', async () => {
    const logger = quietLogger();
    const warn = jest.spyOn(logger, 'warn');
    const run = createRuntime({ toolsets, observe: { logger } }).startRun();
    await run.call({ name: 'open' });
    await run.call({ name: 'total' });
    expect(run.pending()).toMatchObject({ notKept: ['connection'] });
    expect(run.pending()).not.toHaveProperty('state');
    expect(warn).toHaveBeenCalledWith('The pending run does not keep everything of run.state: connection.');
  });

  it.each([
    ['a text', 'x', true],
    ['a list of objects', [{ a: null }], true],
    ['a date', new Date(0), false],
    ['an object with a date', { at: new Date(0) }, false],
    ['a function', () => 1, false],
    ['undefined', undefined, false],
    ['a property that is undefined', { a: undefined }, false],
    ['a number that is none', NaN, false],
    ['a bigint', 1n, false],
    [
      'an instance',
      new (class Point {
        x = 1;
      })(),
      false,
    ],
  ])('keeps only values that come back unchanged: %s', (_name, value, isKept) => {
    const { state, notKept } = keptState(new Map([['key', value]]), 100);
    expect([state, notKept]).toEqual(isKept ? [{ key: value }, []] : [{}, ['key']]);
  });

  it('keeps no more than a pending run may hold', () => {
    const state = new Map([
      ['first', 'x'.repeat(60)],
      ['second', 'x'.repeat(60)],
      ['third', 'x'],
    ]);
    expect(keptState(state, 100).notKept).toEqual(['second']);
  });
});
