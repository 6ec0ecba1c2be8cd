import { Cached, ModelRetry, Retries, Tool, ToolFailed, ToolResult, Toolset, Use, type Interceptor } from '@haft/core';
import {
  callChannel,
  createRuntime,
  forTools,
  redact,
  type CallTrace,
  type Run,
  type RunEvent,
  type RuntimeOptions,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

const CARD = '4111-1111';

@Toolset()
class Shop {
  calls = 0;

  @Tool()
  async order(id: number): Promise<object> {
    return { id, paidWith: CARD, at: new Date(0), notes: new Map([['first', `card ${CARD}`]]) };
  }

  @Tool()
  async look(): Promise<ToolResult> {
    return new ToolResult({
      value: 1,
      content: [
        { type: 'text', text: `Paid with ${CARD}.` },
        { type: 'image', data: CARD, mediaType: 'image/png' },
      ],
      metadata: { card: CARD },
    });
  }

  @Tool()
  async plain(text: string): Promise<string> {
    return text;
  }

  @Tool()
  async fail(): Promise<never> {
    throw new ToolFailed(`${CARD} was refused.`);
  }

  @Tool()
  @Retries(0)
  async correct(): Promise<never> {
    throw new ModelRetry(`${CARD} is no card.`);
  }

  @Tool()
  @Cached({ ttlMs: 1000, scope: 'global' })
  async kept(): Promise<string> {
    this.calls++;
    return CARD;
  }

  @Tool()
  @Use(redact({ model: (text) => text.replaceAll('secret', '(gone)') }))
  async own(): Promise<string> {
    return `secret ${CARD}`;
  }
}
const shop = reflect(Shop, {
  order: { parameters: { id: { type: 'integer' } } },
  look: {},
  plain: { parameters: { text: { type: 'string' } } },
  fail: {},
  correct: {},
  kept: {},
  own: {},
});

const hide = (text: string): string => text.replaceAll(CARD, '(card)');

function start(options: RuntimeOptions): { run: Run; events: RunEvent[] } {
  const events: RunEvent[] = [];
  const runtime = createRuntime({
    toolsets: [shop, new Shop()],
    ...options,
    observe: { logger: quietLogger(), ...options.observe },
  });
  return { run: runtime.startRun({ onEvent: (event) => events.push(event) }), events };
}

async function tracesOf(work: () => Promise<unknown>): Promise<readonly CallTrace[]> {
  const traces: CallTrace[] = [];
  const listen = (trace: unknown): void => void traces.push(trace as CallTrace);
  callChannel.asyncEnd.subscribe(listen);
  await work();
  callChannel.asyncEnd.unsubscribe(listen);
  return traces;
}

describe('for the model [HOOK-8]', () => {
  const { run } = start({ interceptors: [redact({ model: hide })] });

  test('the text and the value are redacted, also inside', async () => {
    expect(await run.call('order', { id: 1 })).toMatchObject({
      text: '{"id":1,"paidWith":"(card)","at":"1970-01-01T00:00:00.000Z","notes":{"first":"card (card)"}}',
      value: { id: 1, paidWith: '(card)', at: '1970-01-01T00:00:00.000Z', notes: { first: 'card (card)' } },
    });
  });

  test('parts of text are redacted, but not media and the facts for the host', async () => {
    expect(await run.call('look', {})).toMatchObject({
      text: expect.not.stringContaining('Paid with 4'),
      parts: [
        { type: 'text', text: 'Paid with (card).' },
        { type: 'image', data: CARD },
      ],
      metadata: { card: CARD },
    });
  });

  test('a value of which nothing is redacted stays the very same', async () => {
    const value = { at: new Date(0) };
    const answering: Interceptor = {
      intercept: async (call, next) => ({ ...(await next()), value, callId: call.callId }) as never,
    };
    const { run: other } = start({ interceptors: [answering, redact({ model: hide })] });
    expect(await other.call('plain', { text: 'a' })).toHaveProperty('value', value);
  });

  test('failures and corrections are redacted, also when the tool is closed and says so again', async () => {
    expect(await run.call('fail', {})).toMatchObject({ text: '(card) was refused.' });
    for (let i = 0; i < 2; i++) {
      expect(await run.call('correct', {})).toMatchObject({
        reason: 'exhausted',
        text: expect.stringMatching(/Last problem: \(card\) is no card\./),
      });
    }
  });

  test("the model's own values are redacted in its problems", async () => {
    const { run: other } = start({ interceptors: [redact({ model: hide })] });
    const outcome = await other.call({ name: 'order', arguments: { id: CARD } });
    expect(outcome).toMatchObject({ status: 'retry', issues: [{ path: ['id'], received: '"(card)"' }] });
    expect(outcome.text).not.toContain(CARD);
  });

  test('repairs and issues keep their other facts', async () => {
    const { run: other } = start({ interceptors: [redact({ model: hide })] });
    const repaired = await other.call({ name: 'plain', arguments: `{text: '${CARD}'}` });
    const { repairs } = await start({}).run.call({ name: 'plain', arguments: `{text: '${CARD}'}` });
    expect(repairs).toEqual([expect.objectContaining({ kind: expect.any(String) })]);
    expect(repaired.repairs).toEqual(JSON.parse(JSON.stringify(repairs).replaceAll(CARD, '(card)')));
    const refused = (await other.call({ name: 'order', arguments: { id: CARD } })) as { readonly issues?: unknown };
    const plain = (await start({}).run.call({ name: 'order', arguments: { id: CARD } })) as {
      readonly issues?: unknown;
    };
    expect(refused.issues).toStrictEqual(JSON.parse(JSON.stringify(plain.issues).replaceAll(CARD, '(card)')));
  });

  test('a text of which nothing is left is not empty', async () => {
    const { run: other } = start({ interceptors: [redact({ model: () => '' })] });
    expect(await other.call('plain', { text: 'a' })).toMatchObject({ text: '(no output)' });
  });

  test('a result from the cache is redacted too', async () => {
    await run.call('kept', {});
    expect(await run.call('kept', {})).toMatchObject({ cached: true, text: '(card)', value: '(card)' });
  });

  test('it comes last, whatever other interceptors give', async () => {
    const telling: Interceptor = {
      intercept: async (_call, next) => ({ ...(await next()), text: `It was ${CARD}.` }),
    };
    const { run: other } = start({ interceptors: [telling, redact({ model: hide })] });
    expect(await other.call('plain', { text: 'a' })).toMatchObject({ text: 'It was (card).' });
  });
});

test('it may be on a tool, and several run in their order', async () => {
  const { run } = start({ interceptors: [redact({ model: hide })] });
  expect(await run.call('own', {})).toMatchObject({ text: '(gone) (card)' });
});

test('forTools narrows it', async () => {
  const { run } = start({ interceptors: [forTools(['plain'], redact({ model: hide }))] });
  expect(await run.call('plain', { text: CARD })).toMatchObject({ text: '(card)' });
  expect(await run.call('kept', {})).toMatchObject({ text: CARD });
});

test('for events: traces and listeners read less, the model everything [HOOK-8]', async () => {
  const { run, events } = start({ interceptors: [redact({ events: hide })] });
  const traces = await tracesOf(async () => {
    expect(await run.call('plain', { text: CARD })).toMatchObject({ text: CARD });
    expect(await run.call({ name: 'order', arguments: { id: CARD } })).toMatchObject({ status: 'retry' });
  });
  expect(traces.map(({ arguments: args, outcome }) => [args, outcome?.status])).toEqual([
    [{ text: '(card)' }, 'success'],
    [undefined, 'retry'],
  ]);
  expect(JSON.stringify(traces.map(({ outcome }) => outcome))).not.toContain(CARD);
  expect(events.map(({ type }) => type)).toEqual(['retry']);
  expect(JSON.stringify(events)).not.toContain(CARD);
});

test('values that the model may not see are in no event either [HOOK-8]', async () => {
  const { run } = start({ interceptors: [redact({ model: hide })] });
  const traces = await tracesOf(() => run.call('kept', {}));
  expect(traces[0]?.outcome).toMatchObject({ text: '(card)' });
});

test('an interceptor that calls it by hand is told that this does nothing', async () => {
  const inner = redact({ model: hide });
  const { run } = start({ interceptors: [{ intercept: (call, next) => inner.intercept(call, next) }] });
  await expect(run.call('plain', { text: CARD })).rejects.toMatchObject({
    code: 'HAFT_INVALID_OPTION',
    message: expect.stringContaining('redact()'),
    hint: expect.stringContaining('createRuntime({ interceptors })'),
  });
});
