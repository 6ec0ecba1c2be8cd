import { expect, it } from '@jest/globals';
import { ApprovalRequired, ModelRetry, type DeferralRequest, type RunContext, type ToolOutcome } from '@haft/core';
import fc from 'fast-check';
import { createRuntime, decision, defineTool, toolset, type Decision, type Runtime } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

interface Refund {
  readonly order: string;
  readonly cents?: number;
}

/** A shop whose order can change at any time. */
class Shop {
  balance = 100;
  readonly paid: { readonly seen: unknown; readonly balance: number }[] = [];
  previews = 0;

  readonly preview = ({ order, cents = 5 }: Refund) => {
    this.previews++;
    return { text: `Refunds ${cents} of ${this.balance} of ${order}.`, data: { balance: this.balance } };
  };

  readonly refund = (_args: Refund, run: RunContext): string => {
    this.paid.push({ seen: run.approval?.preview?.data, balance: this.balance });
    return 'paid';
  };

  runtime(change: object = {}, options: object = {}): Runtime {
    const tool = defineTool({
      name: 'refund',
      description: 'Refunds an order.',
      parameters: {
        type: 'object',
        properties: { order: { type: 'string' }, cents: { type: 'integer', default: 5 } },
        required: ['order'],
      },
      settings: { approvals: [true] },
      preview: this.preview,
      execute: this.refund,
      ...change,
    });
    return createRuntime({
      toolsets: toolset('shop', [tool]),
      ...options,
      observe: { logger: quietLogger() },
    });
  }
}

const CALL = { id: '1', name: 'refund', arguments: { order: 'a7' } };

function requestOf(outcome: ToolOutcome | undefined): DeferralRequest {
  if (outcome?.status !== 'deferred') throw new Error(`It is not deferred: ${outcome?.text}`);
  return outcome.request;
}

it('a person sees with the request what the call would do, and the tool reads what they saw [NEW-28]', async () => {
  const shop = new Shop();
  const run = shop.runtime().startRun();
  const outcome = await run.call(CALL);
  const { preview, id } = requestOf(outcome);
  expect(preview).toEqual({
    text: 'Refunds 5 of 100 of a7.',
    data: { balance: 100 },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
  });
  expect(outcome.text).toBe(
    'The tool call waits for an approval. Do not call it again: it continues when it is decided.',
  );
  const [resumed] = await run.resume({ [id]: true });
  expect(resumed).toMatchObject({ status: 'success', text: 'paid' });
  expect(shop.paid).toEqual([{ seen: { balance: 100 }, balance: 100 }]);
});

it('a changed preview is asked for again, with the new preview, before the tool runs [NEW-28]', async () => {
  const shop = new Shop();
  const run = shop.runtime().startRun();
  const first = requestOf(await run.call(CALL));
  shop.balance = 20;
  const [again] = await run.resume({ [first.id]: true });
  const second = requestOf(again);
  expect(shop.paid).toEqual([]);
  expect(second.id).not.toBe(first.id);
  expect(second.fingerprint).not.toBe(first.fingerprint);
  expect(second.preview?.text).toBe('Refunds 5 of 20 of a7.');
  const [resumed] = await run.resume({ [second.id]: true });
  expect(resumed?.status).toBe('success');
  expect(shop.paid).toEqual([{ seen: { balance: 20 }, balance: 20 }]);
});

it('the preview survives JSON, and a store that changes it makes the approval void', async () => {
  const shop = new Shop();
  const runtime = shop.runtime();
  const run = runtime.startRun({ id: 'r' });
  await run.call(CALL);
  const pending = JSON.parse(JSON.stringify(run.pending())) as never;
  await run.end();
  const text = JSON.stringify(pending).replaceAll('Refunds 5 of 100', 'Refunds 1 of 100');
  const changed = JSON.parse(text) as { readonly requests: readonly DeferralRequest[] };
  const [request] = changed.requests;
  const resumed = await runtime.resumeRun(changed as never, { [request?.id ?? '']: true });
  expect(resumed.outcomes.map(({ status }) => status)).toEqual(['deferred']);
  expect(shop.paid).toEqual([]);
});

const CHANGED = decision.approve({ arguments: { order: 'a7', cents: 99 } });
const TOLD = 'The arguments were changed by the user: cents.\n\npaid';

it('a person who changes the arguments is asked once, and the model reads of the change [HITL-4]', async () => {
  const shop = new Shop();
  const run = shop.runtime().startRun();
  const { id } = requestOf(await run.call(CALL));
  const [resumed] = await run.resume({ [id]: CHANGED });
  expect(resumed).toMatchObject({ status: 'success', text: TOLD });
  expect(shop.paid).toEqual([{ seen: { balance: 100 }, balance: 100 }]);
});

it('a person who changes the arguments of an outdated preview is asked again [NEW-28, HITL-4]', async () => {
  const shop = new Shop();
  const run = shop.runtime().startRun();
  const { id } = requestOf(await run.call(CALL));
  shop.balance = 20;
  const [again] = await run.resume({ [id]: CHANGED });
  const request = requestOf(again);
  expect(request.preview?.text).toBe('Refunds 99 of 20 of a7.');
  expect(request.arguments).toEqual({ order: 'a7', cents: 99 });
  expect(shop.paid).toEqual([]);
  const [resumed] = await run.resume({ [request.id]: true });
  expect(resumed).toMatchObject({ status: 'success', text: TOLD });
});

it('the model reads exactly what changed after any decisions, here or in other processes [NEW-28, HITL-4]', async () => {
  const refund = fc.record({ order: fc.constantFrom('a7', 'b1'), cents: fc.constantFrom(5, 99) });
  const round = fc.record({ change: fc.option(refund), balance: fc.constantFrom(100, 20), isElsewhere: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { maxLength: 4 }), async (rounds) => {
      const shop = new Shop();
      const received: Refund[] = [];
      const execute = (args: Refund): string => (received.push(args), 'paid');
      const runtime = shop.runtime({ execute });
      let run = runtime.startRun();
      let expected: Refund = { order: 'a7', cents: 5 };
      let outcome: ToolOutcome | undefined = await run.call({ ...CALL, arguments: { ...expected } });
      for (const { change, balance, isElsewhere } of [...rounds, ...Array(2).fill({ balance: 100 })] as typeof rounds) {
        if (outcome?.status !== 'deferred') break;
        shop.balance = balance;
        const id: string = outcome.request.id;
        const answers: Readonly<Record<string, Decision | true>> = {
          [id]: change ? decision.approve({ arguments: { ...change } }) : true,
        };
        expected = change ?? expected;
        if (isElsewhere) {
          const resumed = await runtime.resumeRun(JSON.parse(JSON.stringify(run.pending())) as never, answers);
          run = resumed.run;
          [outcome] = resumed.outcomes;
        } else [outcome] = await run.resume(answers);
      }
      const names = [...(expected.order === 'a7' ? [] : ['order']), ...(expected.cents === 5 ? [] : ['cents'])];
      const told = names.length === 0 ? '' : `The arguments were changed by the user: ${names.join(', ')}.\n\n`;
      expect(outcome).toMatchObject({ status: 'success', text: `${told}paid` });
      expect(received).toEqual([expected]);
    }),
    { numRuns: 150 },
  );
});

it('the model reads of changed arguments when another system has the result, and in another process [HITL-4]', async () => {
  const shop = new Shop();
  const runtime = shop.runtime({ settings: { approvals: [true], external: true } });
  const run = runtime.startRun();
  const { id } = requestOf(await run.call(CALL));
  const [waiting] = await run.resume({ [id]: CHANGED });
  const external = requestOf(waiting);
  expect(external.kind).toBe('external');
  const pending = JSON.parse(JSON.stringify(run.pending())) as never;
  const { outcomes } = await runtime.resumeRun(pending, { [external.id]: decision.result('paid') });
  expect(outcomes).toMatchObject([{ status: 'success', text: TOLD }]);
});

it('a ModelRetry of the preview method is a correction, and other errors are those of the tool', async () => {
  const shop = new Shop();
  const ask = async (preview: () => unknown): Promise<ToolOutcome> => shop.runtime({ preview }).startRun().call(CALL);
  const throwing = (error: Error) => (): never => {
    throw error;
  };
  expect(await ask(throwing(new ModelRetry('There is no order a7.')))).toMatchObject({
    status: 'retry',
    text: expect.stringContaining('There is no order a7.') as unknown,
  });
  const invalid = { status: 'failed', reason: 'exception' };
  expect(await ask(throwing(new Error('secret')))).toMatchObject(invalid);
  expect(await ask(throwing(new ApprovalRequired()))).toMatchObject(invalid);
  expect(await ask(() => Promise.reject(new Error('secret')))).toMatchObject(invalid);
  for (const wrong of [undefined, 'text', {}, { text: 5 }, { text: 'a', data: 'x'.repeat(32_000) }])
    expect(await ask(() => wrong)).toMatchObject({ ...invalid, cause: { code: 'HAFT_INVALID_PREVIEW' } });
  expect(shop.paid).toEqual([]);
});

it('an error of the preview method after the approval executes nothing', async () => {
  const shop = new Shop();
  let isGone = false;
  const preview = (args: Refund): unknown => {
    if (isGone) throw new ModelRetry('The order is gone.');
    return shop.preview(args);
  };
  const run = shop.runtime({ preview }).startRun();
  const { id } = requestOf(await run.call(CALL));
  isGone = true;
  const [resumed] = await run.resume({ [id]: true });
  expect(resumed?.status).toBe('retry');
  expect(shop.paid).toEqual([]);
});

it('a call that needs no approval asks for no preview', async () => {
  const shop = new Shop();
  const run = shop.runtime({ settings: {} }).startRun();
  expect((await run.call(CALL)).status).toBe('success');
  expect(shop.previews).toBe(0);
});

it('every door to an approval has the preview: validators, policies, the tool itself, waitsFor', async () => {
  const shop = new Shop();
  const asks = (): never => {
    throw new ApprovalRequired({ why: 'large' });
  };
  const validate = shop.runtime({ settings: { validate: [asks] } }).startRun();
  const predicate = shop.runtime({ settings: { approvals: [() => true] } }).startRun();
  const itself = shop.runtime({ settings: {}, execute: asks }).startRun();
  for (const run of [validate, predicate, itself]) {
    const { preview } = requestOf(await run.call(CALL));
    expect(preview?.text).toBe('Refunds 5 of 100 of a7.');
  }
  const waiting = await shop.runtime().startRun().waitsFor(CALL);
  expect(waiting?.preview?.text).toBe('Refunds 5 of 100 of a7.');
});

it('a handler in the process decides with the preview, and again when it has changed', async () => {
  const shop = new Shop();
  const seen: (string | undefined)[] = [];
  const run = shop.runtime().startRun({
    onDeferred: (requests) => {
      seen.push(...requests.map(({ preview }) => preview?.text));
      if (seen.length === 1) shop.balance = 50;
      return Promise.resolve(Object.fromEntries(requests.map(({ id }) => [id, true])));
    },
  });
  const outcome = await run.call(CALL);
  expect(outcome.status).toBe('success');
  expect(seen).toEqual(['Refunds 5 of 100 of a7.', 'Refunds 5 of 50 of a7.']);
  expect(shop.paid).toEqual([{ seen: { balance: 50 }, balance: 50 }]);
});

it('an inner call has a preview too', async () => {
  const shop = new Shop();
  const outer = defineTool({
    name: 'outer',
    description: 'Calls.',
    parameters: { type: 'object', properties: {} },
    execute: async (_args, run) => (await run.calls.call(CALL)).text,
  });
  const inner = defineTool({
    name: 'refund',
    description: 'Refunds.',
    parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    settings: { approvals: [true] },
    preview: shop.preview,
    execute: shop.refund,
  });
  const seen: (string | undefined)[] = [];
  const runtime = createRuntime({ toolsets: toolset('shop', [outer, inner]), observe: { logger: quietLogger() } });
  const run = runtime.startRun({
    onDeferred: (requests) => {
      seen.push(...requests.map(({ preview }) => preview?.text));
      return Promise.resolve(Object.fromEntries(requests.map(({ id }) => [id, true])));
    },
  });
  expect((await run.call({ id: '0', name: 'outer', arguments: {} })).text).toBe('paid');
  expect(seen).toEqual(['Refunds 5 of 100 of a7.']);
});

/** Set `HAFT_FUZZ` for more. The law held for 10,000. */
const RACES = Number(process.env['HAFT_FUZZ'] ?? 400);

it('no change that races with the execution lets a call run that no person saw [NEW-28]', async () => {
  const shop = new Shop();
  const asynchronous = async (args: Refund): Promise<unknown> => {
    await Promise.resolve();
    const answer = shop.preview(args);
    await Promise.resolve();
    return answer;
  };
  // The method compares in its own transaction, since an answer that takes time can be too old.
  const careful = (args: Refund, run: RunContext): string => {
    const seen = run.approval?.preview?.data as { readonly balance: number };
    if (seen.balance !== shop.balance) throw new ApprovalRequired();
    return shop.refund(args, run);
  };
  const runtimes = [shop.runtime(), shop.runtime({ preview: asynchronous, execute: careful })] as const;
  let again = 0;
  for (let round = 0; round < RACES; round++) {
    const run = runtimes[round % 2 === 0 ? 0 : 1].startRun();
    let request = requestOf(await run.call(CALL));
    let ticks = round % 40;
    const resumed = run.resume({ [request.id]: true });
    while (ticks-- > 0) await Promise.resolve();
    shop.balance++;
    let [outcome] = await resumed;
    for (; outcome?.status === 'deferred'; again++) {
      request = requestOf(outcome);
      [outcome] = await run.resume({ [request.id]: true });
    }
    expect(outcome?.status).toBe('success');
  }
  expect(again).toBeGreaterThan(100);
  expect(shop.paid).toHaveLength(RACES);
  expect(shop.paid.filter(({ seen, balance }) => (seen as { balance: number }).balance !== balance)).toEqual([]);
}, 120_000);
