import { CallSuspended, HaftError, type RunContext, type ToolOutcome } from '@haft/core';
import { decision, defineTool, type Run } from '@haft/runtime';

/** A tool whose inner calls may wait for decisions. */
export const errands = defineTool({
  name: 'desk_errands',
  description: 'Pays several bills.',
  parameters: {
    type: 'object',
    properties: { amounts: { type: 'array', items: { type: 'number' } }, careful: { type: 'boolean' } },
    required: ['amounts'],
    additionalProperties: false,
  },
  settings: { approvals: [(args: { readonly careful?: boolean }) => args.careful === true] },
  execute: async ({ amounts }: { readonly amounts: readonly number[] }, run: RunContext) => {
    const { state = {}, outcomes = undefined } = run.calls.resumed ?? {};
    const ended = outcomes ?? (await paidAll(amounts, run));
    const waits = Object.values(ended).filter((one) => one.status === 'deferred');
    const texts = Object.entries(ended).flatMap(([id, { status, text }]) =>
      status === 'deferred' ? [] : [[id, text]],
    );
    const all = { ...(state as Readonly<Record<string, string>>), ...Object.fromEntries(texts) };
    if (waits.length > 0) throw new CallSuspended({ state: all, waits });
    return Object.keys(all)
      .sort()
      .map((id) => all[id])
      .join(', ');
  },
});

async function paidAll(amounts: readonly number[], run: RunContext): Promise<Readonly<Record<string, ToolOutcome>>> {
  const calls = amounts.map((amount, index) => ({
    id: `${run.callId}_${index}`,
    name: 'desk_pay',
    arguments: { amount },
  }));
  const outcomes = await run.calls.callAll(calls);
  return Object.fromEntries(outcomes.map((one) => [one.callId, one]));
}

/** The arguments of a call that asks twice: itself, and with its inner calls. */
export const ERRANDS = { amounts: [500, 5, 900], careful: true } as const;

/**
 * Decides about the inner calls of a call of `desk_errands`: approves 500 twice, then denies 900.
 * Expects that each of them is decided once, and only then.
 *
 * @param log - the log of the tools
 */
export async function expectDecidedOnce(run: Run, log: readonly string[]): Promise<void> {
  expect(log).toEqual(['paid 5']);
  const { requests } = run.pending();
  expect(requests.map(({ parent, arguments: args }) => [parent?.tool, args['amount']])).toEqual([
    ['desk_errands', 500],
    ['desk_errands', 900],
  ]);
  const [first, second] = requests.map(({ id }) => id) as [string, string];
  await run.resume({ [first]: true }, { partial: true });
  const again = await run.resume({ [first]: true }, { partial: true }).catch((error: unknown) => error);
  expect(again instanceof HaftError ? again.code : again).toBe('HAFT_DECISION_USED');
  const outcomes = await run.resume({ [second]: decision.deny('Too much.') });
  expect(outcomes.map(({ text }) => text)).toEqual(['paid 500, paid 5, Too much.']);
  expect(log).toEqual(['paid 5', 'paid 500 approved']);
}
