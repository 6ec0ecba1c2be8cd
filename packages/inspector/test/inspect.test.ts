import type { InterceptedCall, Next } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import type { InspectorAccess } from '@haft/inspector';
import type { PendingCall } from '@haft/runtime';
import { call, get, open, post, send } from './support/client.js';
import { openShop } from './support/shop.js';

type Detail = Readonly<Record<string, unknown>> & { readonly steps: readonly { readonly step: string }[] };

describe('the tools [TSP-24]', () => {
  test('are listed with the toolsets that they come from', async () => {
    const page = await get<Record<string, unknown>>(open(openShop()), 'haft-api/project');
    expect(page).toMatchObject({
      title: 'Haft',
      readOnly: false,
      presets: ['default'],
      hasLedger: false,
      toolset: { kind: 'combine', parts: [{ name: 'shop', kind: 'list' }] },
      tools: [
        { name: 'order_find', hints: { readOnly: true }, mayWaitFor: [] },
        { name: 'order_refund', mayWaitFor: ['approval'] },
        { name: 'whoami' },
      ],
    });
  });

  test('have a page with the declaration, examples and the form of each provider', async () => {
    const page = await get<{ forms: { target: string; tokens: number; strict: boolean }[]; wrong: unknown[] }>(
      open(openShop()),
      'haft-api/tools/order_find',
    );
    expect(page).toMatchObject({
      tool: { definition: { name: 'order_find' }, sensitive: [] },
      signature: expect.stringContaining('order_find'),
      example: { number: 1 },
    });
    expect(page.forms.map(({ target }) => target)).toEqual([
      ...['openai', 'anthropic', 'gemini', 'gemini-json-schema', 'bedrock', 'mcp'],
    ]);
    for (const { tokens } of page.forms) expect(tokens).toBeGreaterThan(20);
    expect(page.wrong).toEqual(
      expect.arrayContaining([
        { title: 'without number', value: {} },
        { title: 'number of another type', value: { number: 'not a number' } },
        { title: 'number out of range', value: { number: 1000 } },
      ]),
    );
  });

  test('mark the sensitive arguments', async () => {
    const page = await get(open(openShop()), 'haft-api/tools/order_refund');
    expect(page).toMatchObject({ tool: { sensitive: [['pin']] } });
  });

  test('that do not exist are answered with 404', async () => {
    const response = await send(open(openShop()), 'haft-api/tools/order_fin');
    expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'NO_TOOL' } }]);
  });

  test('have what the build knows of them', async () => {
    const inspector = open(openShop());
    inspector.setBuild({
      warnings: [{ code: 'HAFT1001', message: 'Unclear.', isError: false, tool: 'whoami' }],
      changes: ['whoami is new'],
    });
    expect(await get(inspector, 'haft-api/project')).toMatchObject({ build: { changes: ['whoami is new'] } });
    expect(await get(inspector, 'haft-api/tools/whoami')).toMatchObject({ warnings: [{ code: 'HAFT1001' }] });
    expect(await get(inspector, 'haft-api/tools/order_find')).toMatchObject({ warnings: [] });
  });
});

describe('a call of the page [TSP-24]', () => {
  test('gives what the model reads, what the program gets, and the steps with their times', async () => {
    const inspector = open(openShop());
    const { outcome, number } = await call(inspector, 'order_find', { number: 7 });
    expect(outcome).toMatchObject({ status: 'success', value: { number: 7, cents: 1990 } });
    const detail = await get<Detail>(inspector, `haft-api/calls/${number}`);
    expect(detail).toMatchObject({
      tool: 'order_find',
      status: 'success',
      sent: { number: 7 },
      arguments: { number: 7 },
      events: [{ type: 'log', message: 'looks up', at: expect.any(Number) }],
    });
    expect(detail.steps.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['find', 'admit', 'parse', 'check', 'execute', 'encode', 'record']),
    );
  });

  test.each([
    ['broken JSON', '{"number": 7', /end in the middle/],
    ['a wrong type', { number: 'seven' }, /number/],
    ['nothing', undefined, /number/],
    ['a list', [1], /object/],
  ])('sends %s as it is, and shows the prompt that the model would read', async (_what, args, text) => {
    const { outcome } = await call(open(openShop()), 'order_find', args);
    expect(outcome.status).toBe('retry');
    expect(outcome.text).toMatch(text);
  });

  test('never changes a value: one over the maximum is sent as it is', async () => {
    const inspector = open(openShop());
    const { number, outcome } = await call(inspector, 'order_find', { number: 5000 });
    expect(outcome.status).toBe('retry');
    expect(await get<Detail>(inspector, `haft-api/calls/${number}`)).toMatchObject({ sent: { number: 5000 } });
  });

  test('has a run of its own, or the one of the calls before', async () => {
    const inspector = open(openShop());
    const wrong = { number: 'x' };
    for (let time = 0; time < 4; time++)
      expect((await call(inspector, 'order_find', wrong)).outcome.status).toBe('retry');
    const kept = { keepRun: true };
    for (let time = 0; time < 2; time++) await call(inspector, 'order_find', wrong, kept);
    expect((await call(inspector, 'order_find', wrong, kept)).outcome.status).toBe('failed');
    await post(inspector, 'haft-api/runs/forget', { preset: 'default' });
    expect((await call(inspector, 'order_find', wrong, kept)).outcome.status).toBe('retry');
  });

  test('has the options of its preset', async () => {
    const inspector = open(openShop(), { presets: { default: {}, ada: () => ({ userId: 'ada' }) } });
    expect((await call(inspector, 'whoami', {}, { preset: 'ada' })).outcome.text).toBe('ada');
    expect(await call<object>(inspector, 'whoami', {}, { preset: 'eve' })).toMatchObject({
      error: { code: 'NO_PRESET' },
    });
  });

  test('waits for a decision in this process, without a ledger', async () => {
    const inspector = open(openShop());
    const { number, outcome, canDecide } = await call(inspector, 'order_refund', { number: 7, pin: '1234' });
    expect([outcome.status, canDecide]).toEqual(['deferred', true]);
    const { id } = (outcome as unknown as { request: { id: string } }).request;
    const decided = await post(inspector, `haft-api/calls/${number}/decision`, { decisions: { [id]: true } });
    expect(decided).toMatchObject({ outcome: { status: 'success', text: 'refunded 7' }, canDecide: false });
    const again = await post(inspector, `haft-api/calls/${number}/decision`, { decisions: { [id]: true } });
    expect(again).toMatchObject({ error: { code: 'NOT_WAITING' } });
  });

  test('keeps no sensitive argument, also of a refused call', async () => {
    const inspector = open(openShop());
    await call(inspector, 'order_refund', { number: 7, pin: 'secret-1234' });
    await call(inspector, 'order_refund', { number: 'x', pin: 'secret-1234' });
    await call(inspector, 'order_refund', '{"number": 7, "pin": "secret-1234"');
    expect(inspector.exportCalls()).not.toContain('secret-1234');
  });

  test('can be exported as a test', async () => {
    const inspector = open(openShop());
    const { number } = await call(inspector, 'whoami', {});
    const { text } = await get<{ text: string }>(inspector, `haft-api/calls/${number}/test`);
    expect(text).toContain('await run.call({ name: "whoami", arguments: {} })');
    expect(text).toContain('expect(outcome.text).toBe("none")');
  });

  test('is refused by a page that only shows', async () => {
    const inspector = open(openShop(), { readOnly: true });
    expect(await call<object>(inspector, 'whoami', {})).toMatchObject({ error: { code: 'READ_ONLY' } });
    expect(await get(inspector, 'haft-api/project')).toMatchObject({ readOnly: true });
  });
});

describe('the calls of the application [TSP-24]', () => {
  test('appear in the stream, with those of the page', async () => {
    const runtime = openShop();
    const inspector = open(runtime);
    const response = await send(inspector, 'haft-api/stream');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const run = runtime.startRun({ id: 'r1', userId: 'ada' });
    await run.call({ id: 'c1', name: 'whoami', arguments: {} });
    let text = '';
    while (!text.includes('"success"')) text += (await reader.read()).value ?? '';
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual(
      expect.arrayContaining([
        {
          call: expect.objectContaining({ tool: 'whoami', runId: 'r1', callId: 'c1', status: 'success', text: 'ada' }),
        },
        { run: expect.objectContaining({ runId: 'r1', userId: 'ada' }) },
      ]),
    );
    await reader.cancel();
    await run.end();
    // Reading the tools starts a run too, which is not listed.
    await get(inspector, 'haft-api/project');
    expect(await get(inspector, 'haft-api/runs')).toMatchObject({
      runs: [{ runId: 'r1', endedAt: expect.any(Number) }],
    });
  });

  test('are not shown if another runtime made them', async () => {
    const inspector = open(openShop());
    await openShop().startRun().call({ name: 'whoami' });
    expect(JSON.parse(inspector.exportCalls())).toEqual({ rows: [], details: [], recorded: [] });
  });

  test('are kept within a number of bytes, the latest ones', async () => {
    const runtime = openShop();
    const inspector = open(runtime, { maxBytes: 100_000 });
    const run = runtime.startRun();
    for (let index = 0; index < 200; index++) {
      await run.call({ id: `c${index}`, name: 'whoami', arguments: { text: 'x'.repeat(2_000) } });
    }
    const { rows, details } = JSON.parse(inspector.exportCalls()) as { rows: object[]; details: { callId: string }[] };
    expect(rows).toHaveLength(200);
    expect(JSON.stringify(details).length).toBeLessThan(120_000);
    expect(details.at(-1)).toMatchObject({ callId: 'c199' });
    expect(await get(inspector, 'haft-api/calls/1')).toMatchObject({ callId: 'c0', steps: [] });
  });

  test('go to the page of the next process', async () => {
    const first = open(openShop());
    const { number } = await call(first, 'whoami', {});
    const second = open(openShop());
    second.importCalls(first.exportCalls());
    expect(await get(second, `haft-api/calls/${number}`)).toMatchObject({ tool: 'whoami', status: 'success' });
    expect((await call(second, 'whoami', {})).number).toBeGreaterThan(number);
  });

  test('cost nothing after the page is closed', async () => {
    const runtime = openShop();
    const inspector = open(runtime);
    await inspector.close();
    await runtime.startRun().call({ name: 'whoami' });
    expect(JSON.parse(inspector.exportCalls())).toEqual({ rows: [], details: [], recorded: [] });
  });
});

describe('the inbox [TSP-24]', () => {
  /** A shop with a refund of a run of ann that waits, and what the tool saw when it ran. */
  async function waiting(options: Parameters<typeof open>[1] = {}) {
    const ledger = new MemoryCallLedger();
    const seen: unknown[] = [];
    const look = {
      intercept: (call: InterceptedCall, next: Next) => {
        seen.push({ deps: call.run.deps, decidedBy: call.run.approval?.metadata?.['decidedBy'] });
        return next();
      },
    };
    const run = openShop({ durability: { ledger } }).startRun({ id: 'r1', userId: 'ann' });
    await run.call({ id: 'c1', name: 'order_refund', arguments: { number: 7, pin: '1234' } });
    const inspector = open(openShop({ durability: { ledger }, interceptors: [look] }), options);
    const { calls } = await get<{ calls: { key: string }[] }>(inspector, 'haft-api/pending');
    expect(calls).toMatchObject([{ tool: 'order_refund', arguments: { number: 7 } }]);
    const decide = (query = '', body: object = { decision: { kind: 'approve' } }): Promise<object> =>
      post(inspector, `haft-api/pending/${encodeURIComponent(calls[0]?.key ?? '')}/decision${query}`, body);
    return { inspector, decide, seen };
  }

  test('lists and decides calls that wait in the ledger, also of another process', async () => {
    const { inspector, decide } = await waiting();
    expect(await decide()).toMatchObject({ outcome: { status: 'success', text: 'refunded 7' } });
    expect(await get(inspector, 'haft-api/pending')).toEqual({ calls: [] });
  });

  test('lists the runs of two users with one id apart, and whose each call is', async () => {
    const ledger = new MemoryCallLedger();
    for (const userId of ['ann', 'eve']) {
      const run = openShop({ durability: { ledger } }).startRun({ id: 'chat-1', userId });
      await run.call({ id: 'c1', name: 'order_refund', arguments: { number: 7, pin: '1234' } });
    }
    const inspector = open(openShop({ durability: { ledger } }));
    const { runs } = await get<{ runs: { runId: string; userId: string }[] }>(inspector, 'haft-api/ledger');
    expect(runs.map(({ runId, userId }) => `${runId} of ${userId}`).sort()).toEqual(['chat-1 of ann', 'chat-1 of eve']);
    const { calls } = await get<{ calls: { userId: string }[] }>(inspector, 'haft-api/ledger/chat-1?user=eve');
    expect(calls.map(({ userId }) => userId)).toEqual(['eve']);
  });

  test('executes with the dependencies of the host, and names the user who decided', async () => {
    const asked: (string | undefined)[] = [];
    const authorize = (_request: Request, _native: unknown, call?: PendingCall): InspectorAccess => {
      asked.push(call?.userId);
      return { user: 'olga', deps: { of: call?.userId } };
    };
    const { decide, seen } = await waiting({ authorize });
    const claim = { decision: { kind: 'approve', metadata: { decidedBy: 'eve' } } };
    expect(await decide('?preset=none', claim)).toMatchObject({ outcome: { status: 'success' } });
    expect(seen).toEqual([{ deps: { of: 'ann' }, decidedBy: 'olga' }]);
    expect(asked).toContain('ann');
  });

  test('decides as the user of a preset if only a token protects the page', async () => {
    const presets = { default: {}, mia: () => ({ userId: 'mia', deps: { db: 1 } }) };
    const { decide, seen } = await waiting({ presets });
    expect(await decide('?preset=eve')).toMatchObject({ error: { code: 'NO_PRESET' } });
    await decide('?preset=mia');
    expect(seen).toEqual([{ deps: { db: 1 }, decidedBy: 'mia' }]);
  });

  test('takes the dependencies of a preset for a user, but never its name', async () => {
    const presets = { default: { userId: 'ann', deps: { db: 1 } } };
    const named = await waiting({ presets, authorize: () => ({ user: 'olga' }) });
    await named.decide();
    expect(named.seen).toEqual([{ deps: { db: 1 }, decidedBy: 'olga' }]);
    const unnamed = await waiting({ presets, authorize: () => true });
    await unnamed.decide();
    expect(unnamed.seen).toEqual([{ deps: { db: 1 }, decidedBy: 'inspector' }]);
  });

  test('names the user in approvals of calls that the page made', async () => {
    const seen: unknown[] = [];
    const look = {
      intercept: (call: InterceptedCall, next: Next) => {
        seen.push(call.run.approval?.metadata);
        return next();
      },
    };
    const inspector = open(openShop({ interceptors: [look] }), { authorize: () => ({ user: 'olga' }) });
    for (const decision of [true, { kind: 'approve', metadata: { decidedBy: 'eve', note: 'ok' } }]) {
      const { number, outcome } = await call(inspector, 'order_refund', { number: 7, pin: '1234' });
      const { id } = (outcome as unknown as { request: { id: string } }).request;
      await post(inspector, `haft-api/calls/${number}/decision`, { decisions: { [id]: decision } });
    }
    expect(seen).toEqual([{ decidedBy: 'olga' }, { decidedBy: 'olga', note: 'ok' }]);
  });

  test('lets a user do only what the host allows', async () => {
    for (const [may, called, decided] of [
      [['call'], 'success', 'FORBIDDEN'],
      [['decide'], 'FORBIDDEN', 'success'],
      [[], 'FORBIDDEN', 'FORBIDDEN'],
    ] as const) {
      const { inspector, decide } = await waiting({ authorize: () => ({ user: 'olga', may }) });
      const expected = { call: called === 'success', decide: decided === 'success' };
      expect(await get(inspector, 'haft-api/project')).toMatchObject({ may: expected });
      const statusOf = (body: object): unknown => {
        const { outcome, error } = body as { outcome?: { status: string }; error?: { code: string } };
        return outcome?.status ?? error?.code;
      };
      expect(statusOf(await call(inspector, 'whoami', {}))).toBe(called);
      expect(statusOf(await decide())).toBe(decided);
    }
  });

  test('decides nothing that authorize refuses for the call', async () => {
    const { decide, seen } = await waiting({ authorize: (_request, _native, one) => one?.userId !== 'ann' });
    expect(await decide()).toMatchObject({ error: { code: 'FORBIDDEN' } });
    expect(seen).toEqual([]);
  });

  test.each([
    {},
    { user: '' },
    { user: 5 },
    { user: 'olga', may: 'decide' },
    { user: 'olga', may: ['all'] },
    { user: 'olga', mey: ['call'] },
  ])('allows nothing to %j, and tells the host', async (access) => {
    const errors: unknown[] = [];
    const inspector = open(openShop(), { authorize: () => access as never, onError: (error) => errors.push(error) });
    expect((await send(inspector, 'haft-api/project')).status).toBe(500);
    expect(errors).toMatchObject([{ code: 'HAFT_INVALID_OPTION' }]);
  });
});
