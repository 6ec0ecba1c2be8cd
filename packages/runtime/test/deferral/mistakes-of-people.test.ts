import { describe, expect, it } from '@jest/globals';
import { ModelRetry, type DeferralRequest, type ToolOutcome } from '@haft/core';
import { createRuntime, decision, defineTool, toolset, policy, type Run } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

interface Refund {
  readonly cents: number;
}

const TOO_MUCH = 'At most 50 cents.';

function atMost50(cents: number | undefined): void {
  if (Number(cents) > 50) throw new ModelRetry(TOO_MUCH);
}

const executed: number[] = [];

/** Starts a run with a tool whose call waits for an approval. */
async function waiting(change: object, isLimited = false): Promise<{ run: Run; request: DeferralRequest }> {
  executed.length = 0;
  const tool = defineTool({
    name: 'refund',
    description: 'Refunds an order.',
    parameters: { type: 'object', properties: { cents: { type: 'integer' } }, required: ['cents'] },
    settings: { approvals: [true] },
    execute: ({ cents }: Refund) => {
      executed.push(cents);
      return 'paid';
    },
    ...change,
  });
  const limit = (call: { readonly arguments: unknown }): 'allow' => {
    atMost50((call.arguments as Refund).cents);
    return 'allow';
  };
  const runtime = createRuntime({
    toolsets: toolset('shop', [tool]),
    ...(isLimited && { interceptors: [policy(limit)] }),
    observe: { logger: quietLogger() },
  });
  const run = runtime.startRun();
  const outcome: ToolOutcome = await run.call({ id: '1', name: 'refund', arguments: { cents: 5 } });
  if (outcome.status !== 'deferred') throw new Error(outcome.text);
  return { run, request: outcome.request };
}

const preview = ({ cents }: Refund): { text: string } => {
  atMost50(cents);
  return { text: `Refunds ${String(cents)}.` };
};

const cents = { type: 'object', properties: { cents: { type: 'integer' } }, required: ['cents'] } as const;
const plain = defineTool({
  name: 'refund',
  description: 'Refunds an order.',
  parameters: { type: 'object' },
  settings: { approvals: [true] },
  execute: () => 'paid',
});
/** A tool whose user enters the cents, as a parameter with `@UserInput()`. */
const withCents = {
  ...plain,
  input: { check: defineTool({ name: 'x', description: 'X.', parameters: cents, execute: () => 0 }).check },
  body: {
    ...plain.body,
    host: [{ kind: 'input' as const, name: 'cents' }],
    preview: (_toolset: never, _args: never, _run: unknown, [given]: readonly unknown[]) =>
      preview({ cents: Number(given) }),
  },
};

it('an approver who leaves out an argument of the request reads to send all of them', async () => {
  const { run, request } = await waiting({});
  const partly = run.resume({ [request.id]: decision.approve({ arguments: {} }) });
  await expect(partly).rejects.toMatchObject({ hint: expect.stringContaining('Send all arguments') });
});

describe('a ModelRetry because of changed arguments is for the person, and the request stays open', () => {
  it.each([
    ['the preview', { preview }, false],
    ['a validator', { settings: { approvals: [true], validate: [({ cents }: Refund) => atMost50(cents)] } }, false],
    ['a policy', {}, true],
  ])('if it comes from %s', async (_code, change, isLimited) => {
    const { run, request } = await waiting(change, isLimited);
    const tooMuch = run.resume({ [request.id]: decision.approve({ arguments: { cents: 99 } }) });
    await expect(tooMuch).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
      message: expect.stringContaining(TOO_MUCH),
    });
    expect(executed).toEqual([]);
    const [outcome] = await run.resume({ [request.id]: decision.approve({ arguments: { cents: 50 } }) });
    expect(outcome).toMatchObject({ status: 'success' });
    expect(executed).toEqual([50]);
  });

  it('if the preview throws it because of supplied values', async () => {
    const run = createRuntime({
      toolsets: toolset('shop', [withCents]),
      observe: { logger: quietLogger() },
    }).startRun();
    const outcome = await run.call({ id: '1', name: 'refund', arguments: {} });
    if (outcome.status !== 'deferred') throw new Error(outcome.text);
    const { id } = outcome.request;
    await expect(run.resume({ [id]: decision.supply({ cents: 99 }) })).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
      message: expect.stringContaining(TOO_MUCH),
    });
    const [approval] = await run.resume({ [id]: decision.supply({ cents: 50 }) });
    expect(approval).toMatchObject({
      status: 'deferred',
      request: { kind: 'approval', preview: { text: 'Refunds 50.' } },
    });
  });

  it('if the preview throws it, also if the person saw an outdated one', async () => {
    let balance = 100;
    const changing = (args: Refund): { text: string } => ({ text: `${preview(args).text} of ${String(balance)}` });
    const { run, request } = await waiting({ preview: changing });
    balance = 20;
    const tooMuch = run.resume({ [request.id]: decision.approve({ arguments: { cents: 99 } }) });
    await expect(tooMuch).rejects.toMatchObject({ code: 'HAFT_INVALID_DECISION' });
  });
});
