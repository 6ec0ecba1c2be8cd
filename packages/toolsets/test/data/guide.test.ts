import { expect, test } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { dataToolset } from '../../src/data/index.js';

/* The example of docs/guide/toolsets/data.md. */

test('a model adds up a column of a table [TOOL-18]', async () => {
  // #region data
  const run = createRuntime({ toolsets: [dataToolset()] }).startRun();
  const parsed = await run.call({
    name: 'data_parse',
    arguments: { content: 'city,amount\nRome,10\nOslo,9\nRome,2.5' },
  });
  const { records } = parsed.status === 'success' ? (parsed.value as { records: object[] }) : { records: [] };
  const sums = await run.call({
    name: 'data_select',
    arguments: { records, metrics: [{ column: 'amount', op: 'sum' }], groupBy: ['city'] },
  });
  // 2 records:
  // city,sum_amount
  // Oslo,9
  // Rome,12.5
  // #endregion data
  expect(sums.text).toBe('2 records:\ncity,sum_amount\nOslo,9\nRome,12.5');
});
