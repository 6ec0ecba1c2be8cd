import { describe, expect, it } from '@jest/globals';
import type { Interceptor, RunContext, ToolOutcome } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, defineTool, toolset, type Run, type RuntimeOptions } from '@haft/runtime';
import { rowAt } from '../support/row-at.js';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;
const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** A tool that pays, and then waits until its signal aborts or the test ends it. */
class Payment {
  readonly ledger = new MemoryCallLedger();
  paid = 0;
  /** Ends the method with a value. */
  finish = (): void => undefined;
  private begin = (): void => undefined;
  readonly begun = new Promise<void>((resolve) => (this.begin = resolve));

  /** @param throwsOnAbort - whether the method rejects when its signal aborts */
  open(own: object, throwsOnAbort: boolean, options: RuntimeOptions = {}): Run {
    const pay = defineTool({
      ...{ name: 'pay', description: 'Pays.', parameters: NO_ARGUMENTS, ...own },
      execute: (_args: object, { signal }: RunContext) => {
        this.paid++;
        this.begin();
        return new Promise((resolve, reject) => {
          this.finish = () => resolve('paid');
          if (throwsOnAbort) signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    } as never);
    const runtime = createRuntime({
      ...{
        toolsets: toolset('bank', [pay as never]),
        durability: { ledger: this.ledger, calls: 'all' },
        observe: { logger },
      },
      ...options,
    });
    return runtime.startRun({ id: 'r' });
  }

  call(run: Run): Promise<ToolOutcome> {
    return run.call({ id: 'c1', name: 'pay', arguments: {} });
  }

  /** Returns the state of the row when it has ended. */
  async ended(): Promise<string | undefined> {
    while (rowAt(this.ledger, 'r/c1')?.state === 'running') await new Promise(setImmediate);
    return rowAt(this.ledger, 'r/c1')?.state;
  }
}

const EFFECT = { settings: { effect: {} } };
const TOOLS: readonly (readonly [string, object])[] = [
  ['a tool with an effect', EFFECT],
  ['an idempotent tool', { hints: { idempotent: true } }],
  ['a tool that declares nothing', {}],
  ['a tool with `reconcile`', { reconcile: () => ({ kind: 'unknown' }) }],
];

describe.each(TOOLS)('a call of %s', (_name, own) => {
  it.each([
    ['cancelled', true, 'unknown_outcome'],
    ['cancelled', false, 'done'],
    ['timed out', true, 'unknown_outcome'],
    ['timed out', false, 'done'],
  ] as const)('that is %s after its method began (aborts: %s) ends as %s', async (why, throwsOnAbort, state) => {
    const payment = new Payment();
    const run = payment.open(own, throwsOnAbort, why === 'timed out' ? { limits: { timeoutMs: 20 } } : {});
    const outcome = payment.call(run);
    await payment.begun;
    if (why === 'cancelled') run.cancel();
    await outcome;
    payment.finish();
    expect(await payment.ended()).toBe(state);
    expect(payment.paid).toBe(1);
  });

  it('that is cancelled before its method began ends as cancelled', async () => {
    const payment = new Payment();
    let run: Run | undefined = undefined;
    const cancels: Interceptor = {
      intercept: (_call, next) => {
        run?.cancel();
        return next();
      },
    };
    run = payment.open(own, true, { interceptors: [cancels] });
    expect(await payment.call(run)).toMatchObject({ status: 'interrupted' });
    expect([await payment.ended(), payment.paid]).toEqual(['cancelled', 0]);
  });
});

it('says that the effect is not known, if a call with an effect is cancelled in progress', async () => {
  const payment = new Payment();
  const run = payment.open(EFFECT, true);
  const outcome = payment.call(run);
  await payment.begun;
  run.cancel();
  expect(await outcome).toMatchObject({
    status: 'interrupted',
    text: 'The tool call was interrupted before a result was produced. It is not known whether pay took effect. Check before you try again.',
  });
});

it.each(['cancelled', 'timed out'])('says the same of a call that is %s without a ledger', async (why) => {
  let run: Run | undefined = undefined;
  const pay = defineTool({
    ...{ name: 'pay', description: 'Pays.', parameters: NO_ARGUMENTS, ...EFFECT },
    execute: () => {
      if (why === 'cancelled') setImmediate(() => run?.cancel());
      return new Promise(ignore);
    },
  });
  run = createRuntime({
    toolsets: toolset('bank', [pay]),
    observe: { logger },
    limits: { timeoutMs: why === 'cancelled' ? 10_000 : 20 },
  }).startRun();
  const { text } = await run.call({ id: 'c1', name: 'pay', arguments: {} });
  expect(text).toMatch(/It is not known whether pay took effect\. Check before you try again\.$/);
});

it.each([
  ['unknown, if the tool has an effect', EFFECT, 'unknown_outcome', { status: 'failed', reason: 'unknown' }],
  ['cancelled, if it only reads', { hints: { readOnly: true } }, 'cancelled', { status: 'interrupted' }],
])('ends a call that its executor interrupts without a reason as %s', async (_end, own, state, expected) => {
  const payment = new Payment();
  const facts = { callId: 'c1', tool: 'pay', text: 'It was interrupted.', repairs: [] };
  const executor = { execute: () => Promise.resolve({ status: 'interrupted' as const, ...facts }) };
  const durability = { ledger: payment.ledger, calls: 'all', executor: () => executor } as const;
  expect(await payment.call(payment.open(own, true, { durability }))).toMatchObject(expected);
  expect([await payment.ended(), payment.paid]).toEqual([state, 0]);
});

it('ends a reading call that is cancelled as cancelled, since it has no effect', async () => {
  const payment = new Payment();
  const run = payment.open({ hints: { readOnly: true } }, true);
  const outcome = payment.call(run);
  await payment.begun;
  run.cancel();
  expect((await outcome).text).toBe('The tool call was interrupted before a result was produced.');
  expect(await payment.ended()).toBe('cancelled');
});

function ignore(): void {
  // The tests look at rows.
}
