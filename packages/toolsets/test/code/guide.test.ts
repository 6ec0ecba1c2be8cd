import { expect, test } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { createRuntime, decision, type PendingRun } from '@haft/runtime';
import { codeToolset } from '../../src/code/index.js';
import { knowsPlaces } from '../../src/code/javascript/knows-places.js';
import { Office } from './support/office.js';

/* The examples of docs/guide/toolsets/code.md. */

test('a program calls tools [CODE-1]', async () => {
  const toolsets = new Office().tools();
  // #region code
  const runtime = createRuntime({ toolsets: [toolsets, codeToolset()] });
  const run = runtime.startRun();
  const code = `
    const orders = await Promise.all([1, 2, 3].map((id) => tools.order_find({ id })));
    console.log('read', orders.length);
    return orders.reduce((sum, { total }) => sum + total, 0);
  `;
  const outcome = await run.call({ name: 'execute_code', arguments: { code } });
  // { status: 'success', text: '60\n\nlogs:\nread 3' }
  // #endregion code
  expect(outcome).toMatchObject({ status: 'success', text: '60\n\nlogs:\nread 3' });
});

test('a program waits for an approval and continues in another process [CODE-4]', async () => {
  const office = new Office();
  const runtime = office.runtime();
  let stored = '';
  const store = (text: string): void => void (stored = text);
  const answered: (ToolOutcome | undefined)[] = [];
  const tellModel = (outcome?: ToolOutcome): void => void answered.push(outcome);

  // #region wait
  const run = runtime.startRun();
  const code = 'const { total } = await tools.order_find({ id: 7 });\nreturn await tools.pay({ sum: total });';
  const outcome = await run.call({ name: 'execute_code', arguments: { code } });
  if (outcome.status === 'deferred') store(JSON.stringify(run.pending()));
  // #endregion wait
  expect(outcome.status === 'deferred' && outcome.request).toMatchObject({
    tool: 'pay',
    parent: { tool: 'execute_code', ...(knowsPlaces() && { place: { line: 2 } }) },
  });

  // #region resume
  const pending = JSON.parse(stored) as PendingRun;
  const [request] = pending.requests; // pay { sum: 70 }, in line 2 of the program
  const { outcomes } = await runtime.resumeRun(pending, { [request?.id ?? '']: decision.approve() });
  tellModel(outcomes[0]);
  // #endregion resume
  expect(answered).toMatchObject([{ status: 'success', text: '{"paid":70}' }]);
  expect(office.done).toEqual(['find 7', 'pay 70']);
});
