import { expect, it } from '@jest/globals';
import type { RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { CALL_STATES, createRuntime, defineTool, toolset, type RuntimeOptions } from '@haft/runtime';
import { NO_ARGUMENTS } from './pay-tool.js';

const TOOLS = ['look', 'note', 'pay'];

/** Calls three tools directly and in a program. Returns the ids of the calls that have a row. */
async function callsWithRow(replays: boolean, calls: NonNullable<RuntimeOptions['durability']>['calls']) {
  const ledger = new MemoryCallLedger();
  const facts = { description: 'Works.', parameters: NO_ARGUMENTS };
  const execute = (): string => 'done';
  const tools = [
    defineTool({ ...facts, name: 'look', hints: { readOnly: true }, execute }),
    defineTool({ ...facts, name: 'note', execute }),
    defineTool({ ...facts, name: 'pay', settings: { effect: {} }, execute }),
    defineTool({
      ...{ ...facts, name: 'program', ...(replays && { settings: { effect: { replays } } }) },
      execute: async (_args: object, run: RunContext) => {
        for (const name of TOOLS) await run.calls.call({ id: `inner_${name}`, name, arguments: {} });
      },
    }),
  ];
  const runtime = createRuntime({
    toolsets: toolset('office', tools),
    durability: { ledger, ...(calls && { calls }) },
  });
  const run = runtime.startRun({ id: 'r' });
  for (const name of [...TOOLS, 'program']) await run.call({ id: name, name, arguments: {} });
  await run.end();
  return ledger.list({ states: CALL_STATES }).map(({ callId }) => callId);
}

it.each([
  ['a call with an effect', false, undefined, ['pay', 'inner_pay']],
  [
    'a program that replays, and each of its calls that may have an effect',
    true,
    undefined,
    ['pay', 'program', 'inner_note', 'inner_pay'],
  ],
  [
    'every call, if the runtime keeps all',
    false,
    'all',
    [...TOOLS, 'program', ...TOOLS.map((name) => `inner_${name}`)],
  ],
] as const)('%s has a row', async (_which, replays, calls, expected) => {
  expect(new Set(await callsWithRow(replays, calls))).toEqual(new Set(expected));
});
