import { expect, test } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { createRuntime, decision, defineTool, toolset } from '@haft/runtime';
import { dataToolset } from '../../src/data/index.js';
import { planToolset } from '../../src/plan/index.js';

/* The examples of docs/guide/toolsets/plan.md. */

const invoices = toolset('invoices', [
  defineTool({
    name: 'invoice_list',
    description: 'Lists the open invoices of a customer as CSV.',
    parameters: { type: 'object', properties: { customer: { type: 'string' } }, required: ['customer'] },
    result: { type: 'string' },
    execute: () => 'number,amount\n71,10\n72,2.5',
  }),
  defineTool({
    name: 'invoice_remind',
    description: 'Sends a reminder.',
    parameters: {
      type: 'object',
      properties: { customer: { type: 'string' }, amount: { type: 'number' } },
      required: ['customer', 'amount'],
    },
    settings: { approvals: [true] },
    execute: ({ amount }: { amount: number }) => `Reminded of ${amount}.`,
  }),
]);

test('a model adds up invoices and sends a reminder in one call [PLAN-2, TOOL-20]', async () => {
  const toldModel: ToolOutcome[] = [];
  const tellModel = (outcome: ToolOutcome | undefined): void => {
    if (outcome !== undefined) toldModel.push(outcome);
  };

  const shown: unknown[] = [];
  const show = (...parts: unknown[]): void => void shown.push(...parts);

  // #region plan
  const runtime = createRuntime({ toolsets: [invoices, dataToolset(), planToolset()] });
  const run = runtime.startRun();
  const steps = [
    { id: 'list', tool: 'invoice_list', args: { customer: 'Ada' } },
    { id: 'rows', tool: 'data_parse', args: { content: { $ref: 'list' } } },
    {
      id: 'sum',
      tool: 'data_select',
      args: { records: { $ref: 'rows.records' }, metrics: [{ column: 'amount', op: 'sum' }] },
    },
    {
      id: 'remind',
      tool: 'invoice_remind',
      args: { customer: 'Ada', amount: { $ref: 'sum.records.0.sum_amount' } },
    },
  ];
  const outcome = await run.call({ name: 'execute_plan', arguments: { steps } });
  // #endregion plan

  // #region approve
  if (outcome.status === 'deferred') {
    const { id, tool, arguments: args, parent } = outcome.request;
    show(tool, args, parent?.place); // the call, and the step of the plan that makes it
    const [answer] = await run.resume({ [id]: decision.approve() });
    tellModel(answer);
  }
  // #endregion approve
  expect(shown).toEqual(['invoice_remind', { customer: 'Ada', amount: 12.5 }, { step: 3, id: 'remind' }]);
  expect(toldModel).toMatchObject([
    {
      status: 'success',
      value: [
        { step: 0, id: 'list', tool: 'invoice_list', status: 'ok' },
        { step: 1, id: 'rows', status: 'ok', result: { count: 2 } },
        { step: 2, id: 'sum', status: 'ok', result: { records: [{ sum_amount: 12.5 }] } },
        { step: 3, id: 'remind', tool: 'invoice_remind', status: 'ok', result: 'Reminded of 12.5.' },
      ],
    },
  ]);
});
