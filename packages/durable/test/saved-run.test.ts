import { describe, expect, it } from '@jest/globals';
import { createRuntime, decision, defineTool, toolset, type PendingRun } from '@haft/runtime';
import { MemoryCallLedger } from '../src/index.js';
import { keyAt, runRef } from './support/row-at.js';

const pay = defineTool({
  name: 'pay',
  description: 'Pays a bill.',
  parameters: { type: 'object', properties: { cents: { type: 'integer' } }, required: ['cents'] },
  settings: { approvals: [true], effect: {} },
  execute: ({ cents }: { readonly cents: number }) => `paid ${cents}`,
});

/** Two processes that share a ledger. The first one paused a run with two calls. */
async function paused() {
  const ledger = new MemoryCallLedger();
  const runtime = () => createRuntime({ toolsets: toolset('bank', [pay]), durability: { ledger } });
  const run = runtime().startRun({ id: 'r1' });
  await run.callAll([1, 2].map((cents) => ({ id: `c${cents}`, name: 'pay', arguments: { cents } })));
  await run.end();
  const readByModel = async (): Promise<readonly string[]> => {
    const saved = await ledger.getRun(runRef('r1'));
    const pending = JSON.parse(saved?.pending ?? '') as PendingRun;
    const { outcomes } = await runtime().resumeRun(pending, {}, { partial: true });
    return outcomes.map(({ text }) => text);
  };
  return { runtime, ledger, readByModel };
}

describe('a run that is saved in the ledger', () => {
  it('has the outcomes of all calls after other processes decided them', async () => {
    const { runtime, ledger, readByModel } = await paused();
    await runtime().pending.decide(keyAt(ledger, 'r1/c1'), decision.approve());
    await runtime().pending.decide(keyAt(ledger, 'r1/c2'), decision.deny('Too much.'));
    expect(await readByModel()).toEqual(['paid 1', 'Too much.']);
  });

  it('gets the outcome of a call that was approved and executed later', async () => {
    const { runtime, ledger, readByModel } = await paused();
    await runtime().pending.decide(keyAt(ledger, 'r1/c1'), decision.approve(), { execute: false });
    await runtime().pending.decide(keyAt(ledger, 'r1/c2'), decision.approve());
    expect(await readByModel()).toEqual([
      'The tool call waits for an approval. Do not call it again: it continues when it is decided.',
      'paid 2',
    ]);
    // A call is idle from the next millisecond on.
    while ((await runtime().recover({ idleMs: 0 })).ended.length === 0);
    expect(await readByModel()).toEqual(['paid 1', 'paid 2']);
  });
});
