import { describe, expect, it } from '@jest/globals';
import { createRuntime, decision, defineTool, dynamic, toolset } from '@haft/runtime';
import { pendingHandler } from '../src/http/index.js';
import { MemoryCallLedger } from '../src/index.js';
import { printedMigrations } from '../src/migrations.js';
import { HaftPendingModule } from '../src/nestjs/index.js';
import { PostgresCallLedger } from '../src/postgres/index.js';
import { SqliteCallLedger } from '../src/sqlite/index.js';
import { createWebhooks, MemoryWebhookStore, PostgresWebhookStore, SqliteWebhookStore } from '../src/webhooks/index.js';

/* Each place where a name is a text. One that does not exist is an error. */

const refused = (message: string) =>
  expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message: expect.stringContaining(message) });

const pay = toolset('bank', [
  defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    settings: { approvals: [true] },
    execute: () => 'paid',
  }),
]);
const RUNTIMES = [
  ['fixed tools', pay],
  ['tools that change', dynamic(() => pay)],
] as const;

it.each<[string, () => unknown]>([
  ['SqliteCallLedger', () => new SqliteCallLedger({ file: ':memory:', path: 'x' } as never)],
  ['SqliteWebhookStore', () => new SqliteWebhookStore({ file: ':memory:', path: 'x' } as never)],
  ['PostgresCallLedger', () => new PostgresCallLedger({ connectionString: 'x', schema: 'x' } as never)],
  ['PostgresWebhookStore', () => new PostgresWebhookStore({ connectionString: 'x', schema: 'x' } as never)],
  ['printedMigrations', () => printedMigrations('sqlite', { webhook: true } as never)],
  [
    'createWebhooks',
    () => createWebhooks({ store: new MemoryWebhookStore(new MemoryCallLedger()), endpoint: [] } as never),
  ],
  ['pendingHandler', () => pendingHandler({} as never, { authorize: () => 1, guards: [] } as never)],
  ['HaftPendingModule.forRootAsync', () => HaftPendingModule.forRootAsync({ useFactory: 1, guard: [] } as never)],
])('%s refuses an option that does not exist', (owner, create) => {
  expect(create).toThrow(refused(`${owner} does not have the option '`));
});

const APPROVAL = JSON.stringify({ decision: { kind: 'approve' } });

describe.each(RUNTIMES)('calls that wait, of %s', (_kind, toolsets) => {
  const runtime = createRuntime({ toolsets, durability: { ledger: new MemoryCallLedger() } });
  const { pending } = runtime;

  async function waiting(): Promise<string> {
    const run = runtime.startRun({ tenantId: 'acme' });
    await run.call({ id: 'c1', name: 'pay', arguments: {} });
    const { calls } = await pending.list({ runId: run.id });
    return calls[0]?.key ?? '';
  }

  it.each([
    ['a name', { tenant: 'acme' }],
    ['a claim that the session does not have', { tenantId: undefined }],
    ['an empty text', { userId: '' }],
  ])('are refused for an owner with %s', async (_what, owner) => {
    const key = await waiting();
    await expect(pending.get(key, owner as never)).rejects.toEqual(refused('The owner of a call'));
    const decided = pending.decide(key, decision.approve(), { owner } as never);
    await expect(decided).rejects.toEqual(refused('The owner of a call'));
    expect(await pending.get(key, { tenantId: 'acme' })).toMatchObject({ state: 'awaiting' });
    await expect(pending.list(owner as never)).rejects.toEqual(refused('pending.list'));
  });

  it.each([
    ['a state', { states: ['waiting'] }],
    ['a kind', { kind: 'aproval' }],
    ['a filter', { olderThan: 1 }],
  ])('are not listed by %s that does not exist', async (_what, filter) => {
    await expect(pending.list(filter as never)).rejects.toEqual(refused('pending.list'));
  });

  it('are not decided with an option that does not exist', async () => {
    const key = await waiting();
    const decided = pending.decide(key, decision.approve(), { exceute: false } as never);
    await expect(decided).rejects.toEqual(refused("'exceute'"));
    expect(await pending.get(key)).toMatchObject({ state: 'awaiting' });
  });

  it.each([
    ['a name', { allow: true, scope: 'all', decidedBy: 'ann', dep: {} }],
    ['a person without an id', { allow: true, scope: 'all' }],
    ['a scope', { allow: true, scope: { tenant: 'acme' }, decidedBy: 'ann' }],
  ])('are not decided if authorize returns %s that does not exist', async (_what, given) => {
    const key = await waiting();
    const errors: unknown[] = [];
    const authorize = () => given as never;
    const handler = pendingHandler(runtime, { authorize, onError: (error) => errors.push(error) });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: APPROVAL };
    const answer = await handler(new Request(`http://localhost/pending/${encodeURIComponent(key)}/decision`, init));
    expect([answer.status, errors]).toEqual([500, [refused('authorize()')]]);
    expect(await pending.get(key)).toMatchObject({ state: 'awaiting' });
  });
});

it.each(RUNTIMES)('runtime.recover refuses an unknown option, with %s', async (_which, toolsets) => {
  const runtime = createRuntime({ toolsets, durability: { ledger: new MemoryCallLedger() } });
  await expect(runtime.recover({ idle: 1 } as never)).rejects.toEqual(refused('idle'));
});
