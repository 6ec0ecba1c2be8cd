import { describe, expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from 'haft';

/* The code of docs/guide/tools-at-run-time.md, executed. */

// #region json
const convert = defineTool({
  name: 'convert',
  description: 'Converts an amount of money.',
  parameters: {
    type: 'object',
    properties: {
      amount: { type: 'number', minimum: 0 },
      to: { enum: ['EUR', 'USD'] },
    },
    required: ['amount', 'to'],
    additionalProperties: false,
  },
  settings: { timeoutMs: 5_000 },
  execute: ({ amount, to }: { amount: number; to: 'EUR' | 'USD' }, run) => `${amount} ${to} in ${run.runId}`,
});

const runtime = createRuntime({ toolsets: toolset('money', [convert]) });
// #endregion json

describe('tools at run time', () => {
  it('are checked, repaired and typed like all others', async () => {
    const run = runtime.startRun({ id: 'r1' });
    expect((await run.call('convert', { amount: 5, to: 'EUR' })).text).toBe('5 EUR in r1');
    expect((await run.call({ name: 'convert', arguments: { amount: '5', to: 'eur' } })).text).toBe('5 EUR in r1');
  });
});
