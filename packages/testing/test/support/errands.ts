import { CallSuspended, type RunContext } from '@haft/core';
import { defineTool, toolset } from '@haft/runtime';

const amount = { type: 'integer', minimum: 1, maximum: 1_000 } as const;

const pay = defineTool({
  name: 'pay',
  description: 'Pays a bill.',
  parameters: { type: 'object', properties: { amount }, required: ['amount'], additionalProperties: false },
  settings: { approvals: [true] },
  execute: (args: { readonly amount: number }) => `paid ${args.amount}`,
});

const errands = defineTool({
  name: 'errands',
  description: 'Pays two bills.',
  parameters: { type: 'object', properties: { amount }, required: ['amount'], additionalProperties: false },
  execute: async (args: { readonly amount: number }, run: RunContext) => {
    const calls = [1, 2].map((n) => ({ id: `${run.callId}_${n}`, name: 'pay', arguments: args }));
    const outcomes =
      run.calls.resumed === undefined ? await run.calls.callAll(calls) : Object.values(run.calls.resumed.outcomes);
    const waits = outcomes.filter((one) => one.status === 'deferred');
    if (waits.length > 0) throw new CallSuspended({ state: null, waits });
    return outcomes.map(({ text }) => text).join(', ');
  },
});

/** A tool with two inner calls that wait for approvals. */
export const office = toolset('office', [pay, errands]);
