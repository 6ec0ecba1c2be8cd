import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { runKey } from '../src/history/run-name.js';
import { runLink, runOfLink } from '../src/page/runs/run-link.js';
import { get, open, post } from './support/client.js';
import { openShop } from './support/shop.js';

/* Hosts take ids of runs from browsers, so that two users may have runs with the same id. */

const OWNERS = [
  { tenantId: 'acme', userId: 'ann' },
  { tenantId: 'acme', userId: 'eve' },
  { tenantId: 'umbrella', userId: 'ann' },
  { userId: 'ann' },
  {},
] as const;

interface Row {
  readonly number: number;
  readonly runId: string;
  readonly userId?: string;
  readonly tenantId?: string;
}

test('calls in progress of runs with the same id keep their own events and steps', async () => {
  const waits: (() => void)[] = [];
  const wait = defineTool({
    name: 'wait',
    description: 'Waits for all.',
    parameters: { type: 'object', properties: {} },
    execute: async (_args: object, run) => {
      await new Promise<void>((resolve) => {
        waits.push(resolve);
        if (waits.length === OWNERS.length) for (const one of waits) one();
      });
      run.logger.info(`${run.tenantId ?? '-'} ${run.userId ?? '-'}`);
      return run.userId;
    },
  });
  const runtime = createRuntime({
    toolsets: toolset('desk', [wait]),
    observe: {
      logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    },
  });
  const inspector = open(runtime);
  const stream = await inspector.fetch(
    new Request('http://127.0.0.1:4000/haft-api/stream', {
      headers: { host: '127.0.0.1:4000', authorization: 'Bearer a-token-of-more-than-20-characters' },
    }),
  );
  await Promise.all(
    OWNERS.map(async (owner) => {
      const run = runtime.startRun({ id: 'chat-1', ...owner });
      await run.call({ id: 'call_0', name: 'wait', arguments: {} });
    }),
  );
  await stream.body?.cancel();
  for (const [index, owner] of OWNERS.entries()) {
    const detail = await get<Row & { events: { type: string; message?: string }[]; steps: { step: string }[] }>(
      inspector,
      `haft-api/calls/${index + 1}`,
    );
    const { tenantId = '-', userId = '-' } = owner as { tenantId?: string; userId?: string };
    expect(detail).toMatchObject({ runId: 'chat-1', callId: 'call_0', ...owner });
    expect(detail.events.filter(({ type }) => type === 'log')).toMatchObject([{ message: `${tenantId} ${userId}` }]);
    expect(detail.steps.filter(({ step }) => step === 'execute')).toHaveLength(1);
  }
  const { runs } = await get<{ runs: Row[] }>(inspector, 'haft-api/runs');
  expect(new Set(runs.map(runKey))).toEqual(new Set(OWNERS.map((owner) => runKey({ runId: 'chat-1', ...owner }))));
});

test('the ledger shows the calls of one owner, of a run with an id that others have too', async () => {
  const runtime = openShop({ durability: { ledger: new MemoryCallLedger() } });
  const inspector = open(runtime);
  for (const owner of OWNERS)
    await runtime.startRun({ id: 'chat-1', ...owner }).call({
      id: 'call_0',
      name: 'order_refund',
      arguments: { number: 1, pin: 'x' },
    });
  for (const owner of OWNERS) {
    const { userId: user, tenantId: tenant } = owner as { tenantId?: string; userId?: string };
    const query = new URLSearchParams({ ...(user && { user }), ...(tenant && { tenant }) });
    const { calls } = await get<{ calls: Row[] }>(inspector, `haft-api/ledger/chat-1?${query.toString()}`);
    expect(calls.map(({ userId, tenantId }) => ({ userId, tenantId }))).toEqual([{ userId: user, tenantId: tenant }]);
  }
});

test('a decision about a call of the application does not reach a call of the page with its id', async () => {
  const runtime = openShop();
  const inspector = open(runtime);
  const body = { tool: 'order_refund', arguments: { number: 1, pin: 'x' }, preset: 'default', keepRun: false };
  const { outcome } = await post<{ outcome: { callId: string; request: { id: string } } }>(
    inspector,
    'haft-api/calls',
    body,
  );
  await runtime.startRun({ id: 'mine' }).call({ id: 'inspect_1', name: 'whoami', arguments: {} });
  const decisions = { [outcome.request.id]: true };
  expect(await post(inspector, 'haft-api/calls/2/decision', { decisions })).toMatchObject({
    error: { code: 'NOT_WAITING' },
  });
  expect(await post(inspector, 'haft-api/calls/1/decision', { decisions })).toMatchObject({
    outcome: { status: 'success' },
  });
});

test('a call of a run that was forgotten waits no longer', async () => {
  const inspector = open(openShop());
  const body = { tool: 'order_refund', arguments: { number: 1, pin: 'x' }, preset: 'default', keepRun: true };
  await post(inspector, 'haft-api/calls', body);
  await post(inspector, 'haft-api/runs/forget', { preset: 'default' });
  expect(await post(inspector, 'haft-api/calls/1/decision', { decisions: { x: true } })).toMatchObject({
    error: { code: 'NOT_WAITING' },
  });
});

test('the address of a run names its owner', () => {
  for (const owner of [...OWNERS, { userId: 'a/b?c#d%' }, { tenantId: '["",""]' }]) {
    const run = { runId: 'chat/1', ...owner };
    const parts = runLink(run).replace('#/runs/', '').split('/').map(decodeURIComponent);
    expect(runOfLink(parts)).toEqual(run);
  }
  expect(runLink({ runId: 'chat-1' })).toBe('#/runs/chat-1');
  expect(runOfLink([])).toBeUndefined();
  expect(runOfLink(['chat-1', 'broken'])).toEqual({ runId: 'chat-1' });
});
