import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  createRuntime,
  decision,
  decisions,
  defineTool,
  toolset,
  type PendingRun,
  type RunContext,
  type ToolOutcome,
} from 'haft';
import { CallSuspended } from 'haft/extend';

/* The code of docs/guide/asking-people.md, executed. */

const amount = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] } as const;
const pay = defineTool({
  name: 'pay',
  description: 'Pays an amount.',
  parameters: amount,
  settings: { approvals: [({ amount: value }: { amount: number }) => value > 100] },
  execute: ({ amount: value }: { amount: number }) => `paid ${value}`,
});
// #region suspend
const payAll = defineTool({
  name: 'pay_all',
  description: 'Pays several amounts.',
  parameters: {
    type: 'object',
    properties: { amounts: { type: 'array', items: { type: 'number' } } },
    required: ['amounts'],
  },
  execute: async ({ amounts }: { amounts: number[] }, run: RunContext) => {
    const texts = new Map(Object.entries((run.calls.resumed?.state ?? {}) as Record<string, string>));
    const calls = amounts.map((value, n) => ({ id: `${run.callId}_${n}`, name: 'pay', arguments: { amount: value } }));
    const outcomes =
      run.calls.resumed === undefined
        ? await run.calls.callAll(calls, { budget: 'own', places: calls.map((_, n) => ({ payment: n + 1 })) })
        : Object.values(run.calls.resumed.outcomes);
    for (const { status, callId, text } of outcomes) if (status !== 'deferred') texts.set(callId, text);
    const waits = outcomes.filter((one) => one.status === 'deferred');
    if (waits.length > 0) throw new CallSuspended({ state: Object.fromEntries(texts), waits });
    return calls.map(({ id }) => texts.get(id)).join(', ');
  },
});
// #endregion suspend
const toolsets = toolset('bank', [pay, payAll]);
const call = { id: 'c1', name: 'pay', arguments: { amount: 500 } };
const store = new Map<string, string>();

describe('asking people', () => {
  it('in the same process', async () => {
    const runtime = createRuntime({ toolsets });
    // #region resume
    const run = runtime.startRun({ userId: 'ada' });
    const [outcome] = await run.callAll([call]);
    if (outcome?.status === 'deferred') {
      const { id, tool, arguments: args } = outcome.request; // plain JSON: show it to the approver

      const answer = (await ask(`May ${tool} run with ${JSON.stringify(args)}?`))
        ? decision.approve({ metadata: { by: 'bob' } })
        : decision.deny('The bookkeeper said no.');
      tellModel(await run.resume({ [id]: answer }));
    }
    // #endregion resume
    expect.assertions(2);
  });

  it('documents the limits of an approval and the protection of a pending run [HITL-15]', () => {
    const page = readFileSync(new URL('../../../../docs/guide/asking-people.md', import.meta.url), 'utf8');
    expect(page).toContain('An approval is not an authorisation');
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      'keep it in storage that only your own code writes, or set `pendingSecret`, which signs it',
    );
  });

  it('in another process [HITL-9]', async () => {
    // #region pause
    const pausing = createRuntime({ toolsets, people: { pendingSecret: 'from the environment' } });
    const run = pausing.startRun({ userId: 'ada' });
    await run.callAll([call]);
    store.set('conversation-7', JSON.stringify(run.pending()));
    // #endregion pause
    await run.end();
    const deps = {};
    // #region elsewhere
    const runtime = createRuntime({ toolsets, people: { pendingSecret: 'from the environment' } });
    const pending = JSON.parse(store.get('conversation-7') ?? '') as PendingRun;
    const [request] = pending.requests;

    const resumed = await runtime.resumeRun(
      pending,
      decisions({ [request?.id ?? '']: decision.approve({ arguments: { amount: 200 } }) }).rest('deny'),
      { deps },
    );
    const { outcomes } = resumed; // [{ status: 'success', text: 'The arguments were changed by the user: amount.\n\npaid 200' }]
    // #endregion elsewhere
    expect(outcomes.map((one) => one.text)).toEqual(['The arguments were changed by the user: amount.\n\npaid 200']);
  });

  it('about inner calls [NEW-29]', async () => {
    const shown: string[] = [];
    const runtime = createRuntime({ toolsets });
    // #region inner
    const run = runtime.startRun({ userId: 'ada' });
    let outcome: ToolOutcome = await run.call('pay_all', { amounts: [500, 5, 900] });
    while (outcome.status === 'deferred') {
      const { requests = [outcome.request] } = outcome;
      const [{ id, tool, parent, arguments: args }] = requests as [(typeof requests)[0]];
      shown.push(`${parent?.tool} ${JSON.stringify(parent?.place)}: ${tool} ${JSON.stringify(args)}`);

      const answer = Number(args['amount']) < 800 ? decision.approve() : decision.deny('Too much.');
      [outcome = outcome] = await run.resume({ [id]: answer }, { partial: true }); // the others stay open
    }
    // shown: pay_all {"payment":1}: pay {"amount":500}, pay_all {"payment":3}: pay {"amount":900}
    // outcome.text: 'paid 500, paid 5, Too much.'
    // #endregion inner
    expect(shown).toEqual(['pay_all {"payment":1}: pay {"amount":500}', 'pay_all {"payment":3}: pay {"amount":900}']);
    expect(outcome.text).toBe('paid 500, paid 5, Too much.');
  });

  it('at once [HITL-10]', async () => {
    // #region inline
    const runtime = createRuntime({
      toolsets,
      people: {
        onDeferred: async (requests, run) => {
          const small = requests.filter(({ arguments: args }) => Number(args['amount']) < 1000);
          run.logger.info(`${small.length} approved by rule`);
          return Object.fromEntries(small.map(({ id }) => [id, true]));
        },
      },
    });
    // #endregion inline
    const run = runtime.startRun();
    expect((await run.call(call)).status).toBe('success');
    expect((await run.call({ ...call, arguments: { amount: 5000 } })).status).toBe('deferred');
  });
});

async function ask(question: string): Promise<boolean> {
  expect(question).toBe('May pay run with {"amount":500}?');
  return true;
}

function tellModel(outcomes: readonly ToolOutcome[]): void {
  expect(outcomes).toMatchObject([{ status: 'success', text: 'paid 500' }]);
}
