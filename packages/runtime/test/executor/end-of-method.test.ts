import type { ToolOutcome } from '@haft/core';
import type { AnyTool } from '@haft/compose';
import { endOfMethod } from '../../src/run/executor/end-of-method.js';
import type { RemoteExecution } from '../../src/isolation/isolated-job.js';

const base = { callId: 'c1', tool: 'pay', repairs: [] };
const interrupted: ToolOutcome = { ...base, status: 'interrupted', text: 'Interrupted.' };
const timeout: ToolOutcome = { ...base, status: 'failed', reason: 'timeout', text: 'Timed out.' };
const paid: ToolOutcome = { ...base, status: 'success', text: 'paid', value: 'paid' };
const broken: ToolOutcome = { ...base, status: 'failed', reason: 'exception', text: 'Broken.' };
const never = new Promise<never>(() => undefined);

const harmless = { settings: {}, definition: {} };
const reading = { settings: { effect: {} }, definition: { hints: { readOnly: true } } };
const idempotent = { settings: {}, definition: { hints: { idempotent: true } } };
const withEffect = { settings: { effect: {} }, definition: {} };

function end(
  outcome: ToolOutcome,
  execution: { readonly hasBegun?: boolean; readonly end?: Promise<ToolOutcome> },
  { tool = withEffect, ...options }: { tool?: object; isRecovered?: boolean; stopSignal?: AbortSignal } = {},
): Promise<ToolOutcome> {
  return endOfMethod(outcome, { tool: tool as AnyTool, execution: execution as RemoteExecution, options });
}

describe('the outcome of a call that another process sent', () => {
  test.each([paid, broken])('is its own if it was not stopped: %o', async (outcome) => {
    expect(await end(outcome, { hasBegun: true, end: Promise.resolve(interrupted) })).toBe(outcome);
  });

  test('stays if it says that the call never started', async () => {
    const outcome = { ...interrupted, notStarted: true as const };
    expect(await end(outcome, { hasBegun: true, end: Promise.resolve(paid) })).toBe(outcome);
  });

  test.each([interrupted, timeout])('says that a method has not begun: %o', async (outcome) => {
    expect(await end(outcome, {})).toEqual({ ...outcome, notStarted: true });
  });

  test('does not say so after a recovery: an attempt before may have begun', async () => {
    expect(await end(interrupted, {}, { isRecovered: true })).toBe(interrupted);
  });

  test.each([paid, broken])('is that of a method which ends after the call was stopped: %o', async (late) => {
    expect(await end(timeout, { hasBegun: true, end: Promise.resolve(late) })).toBe(late);
  });

  test.each([
    ['a method that stopped', Promise.resolve(interrupted)],
    ['a method that asked a person', Promise.resolve({ ...base, status: 'deferred', text: '' } as never)],
    ['a method that threw', Promise.reject(new Error('gone'))],
  ])('is an unknown end of a tool with an effect, for %s', async (_what, settled) => {
    const unknown = expect.stringContaining('It is not known whether pay took effect.');
    for (const tool of [withEffect, idempotent])
      expect(await end(timeout, { hasBegun: true, end: settled }, { tool })).toMatchObject({ text: unknown });
    for (const tool of [harmless, reading])
      expect(await end(timeout, { hasBegun: true, end: settled }, { tool })).toBe(timeout);
  });

  test('is left to the sender if the process ends before the method', async () => {
    const before = AbortSignal.abort();
    expect(await end(timeout, { hasBegun: true, end: Promise.resolve(paid) }, { stopSignal: before })).toBe(timeout);
    const during = new AbortController();
    const outcome = end(timeout, { hasBegun: true, end: never }, { stopSignal: during.signal });
    during.abort();
    expect(await outcome).toBe(timeout);
  });
});
