import { expect, it } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { codeToolset } from '../../src/code/index.js';
import { refsToolset } from '../../src/refs/index.js';
import { storedTools } from '../refs/stored.js';

it('gives a program the reference, which it passes to other tools [NEW-30]', async () => {
  const toolsets = [storedTools(), refsToolset(), codeToolset({ check: false })];
  const run = createRuntime({ toolsets }).startRun();
  const code = `
    const found = await tools.bill_find({ count: 4 });
    const total = await tools.bill_total({ list: found });
    const part = await tools.ref_read({ ref: found, path: '3.id' });
    return [found, total, part.value, await tools.bill_total({ list: { $ref: found.$ref } })];`;
  const outcome = await run.call({ name: 'execute_code', arguments: { code } });
  const reference = { $ref: 'invoices_1', type: 'Invoice[]', preview: expect.any(String) };
  expect(outcome).toMatchObject({ status: 'success', value: { output: [reference, 6, 'i3', 6], exitCode: 0 } });
});
