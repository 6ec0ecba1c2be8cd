import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunContext, ToolOutcome } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import {
  createRuntime,
  decision,
  defineTool,
  toolset,
  type CallLedger,
  type DefinedTool,
  type PendingCall,
  type Runtime,
} from '@haft/runtime';
import { rowOfKey } from '../support/row-at.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'haft-missing-'));
let files = 0;
const LEDGERS: readonly (readonly [string, () => CallLedger])[] = [
  ['MemoryCallLedger', () => new MemoryCallLedger()],
  ...(hasSqlite
    ? [['SqliteCallLedger', () => new SqliteCallLedger({ file: join(folder, `${files++}.db`) })] as const]
    : []),
];
const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Payments by name of the tool. */
type Paid = { readonly tool: string; readonly key: string }[];

/** A process of the bank. */
interface Deploy {
  /** The tools that it lacks. */
  readonly without?: readonly string[];
  /** Adds a required parameter to the tools. */
  readonly needsReason?: boolean;
  /** Whether its tools differ from run to run. */
  readonly isDynamic?: boolean;
  readonly background?: number;
  readonly more?: readonly DefinedTool[];
}

function deploy(ledger: CallLedger, paid: Paid, given: Deploy = {}): Runtime {
  const { without = [], needsReason = false, isDynamic = false, background, more = [] } = given;
  const parameters = {
    type: 'object',
    properties: { cents: { type: 'integer' }, ...(needsReason && { reason: { type: 'string' } }) },
    required: ['cents', ...(needsReason ? ['reason'] : [])],
    additionalProperties: false,
  } as const;
  const pays = (name: string, settings: object): DefinedTool =>
    defineTool({
      ...{ name, description: 'Pays.', parameters, settings },
      execute: (_args: object, run: RunContext) => {
        paid.push({ tool: name, key: run.idempotencyKey });
        return 'paid';
      },
    } as never) as unknown as DefinedTool;
  const tools = [
    pays('pay', { approvals: [true], effect: {} }),
    pays('pay_now', { effect: {} }),
    pays('pay_later', { background: {}, effect: {} }),
    ...more,
  ];
  const bank = toolset(
    'bank',
    tools.filter(({ definition: { name } }) => !without.includes(name)),
  );
  return createRuntime({
    toolsets: isDynamic ? bank.prepare((_run, definitions) => definitions) : bank,
    durability: { ledger },
    observe: { logger },
    ...(background === undefined ? {} : { limits: { concurrency: { background } } }),
  });
}

async function call(runtime: Runtime, name: string): Promise<PendingCall> {
  const run = runtime.startRun({ userId: 'ann' });
  await run.call({ id: 'c1', name, arguments: { cents: 5 } });
  await run.end();
  const states = ['awaiting', 'queued', 'running', 'done'] as const;
  const [made] = (await runtime.pending.list({ runId: run.id, states })).calls;
  if (made === undefined) throw new Error(`No row of ${name}.`);
  return made;
}

const EVERY = ['pay', 'pay_now', 'pay_later'];
const OTHERS: readonly (readonly [string, Deploy])[] = [
  ['lacks the tool', { without: EVERY }],
  ['lacks the tool, and lists its tools in each run', { without: EVERY, isDynamic: true }],
  ['has the tool with another required parameter', { needsReason: true }],
];

describe.each(LEDGERS)('with a %s', (_name, open) => {
  describe.each(OTHERS)('a process that %s', (_which, other) => {
    it('leaves a queued call to a process that has it', async () => {
      const [ledger, paid]: [CallLedger, Paid] = [open(), []];
      const { key } = await call(deploy(ledger, paid, { background: 0 }), 'pay_later');
      const without = deploy(ledger, paid, other);
      for (let pass = 0; pass < 2; pass++)
        expect(await without.recover({ idleMs: 0 })).toMatchObject({ skipped: [key], started: [], failed: [] });
      expect(await rowOfKey(ledger, key)).toMatchObject({ state: 'queued', attempt: 0 });
      const worker = deploy(ledger, paid);
      expect(await worker.recover({ idleMs: 0 })).toMatchObject({ skipped: [], started: [key] });
      while ((await rowOfKey(ledger, key))?.state !== 'done') await new Promise(setImmediate);
      expect(paid).toHaveLength(1);
    });

    it('records a decision, and a process that has the tool executes the call', async () => {
      const [ledger, paid]: [CallLedger, Paid] = [open(), []];
      const { key } = await call(deploy(ledger, paid), 'pay');
      const without = deploy(ledger, paid, other);
      expect(await without.pending.decide(key, decision.approve())).toMatchObject({ status: 'deferred' });
      expect(await rowOfKey(ledger, key)).toMatchObject({ state: 'approved', attempt: 0 });
      expect(await without.recover({ idleMs: 0 })).toMatchObject({ skipped: [key], ended: [], waiting: [] });
      expect(await rowOfKey(ledger, key)).toMatchObject({ state: 'approved', attempt: 0 });
      expect(await deploy(ledger, paid).recover({ idleMs: 0 })).toMatchObject({ ended: [key] });
      expect(await rowOfKey(ledger, key)).toMatchObject({ state: 'done' });
      expect(paid).toHaveLength(1);
    });

    it('records no decision whose values it cannot check', async () => {
      const [ledger, paid]: [CallLedger, Paid] = [open(), []];
      const { key } = await call(deploy(ledger, paid), 'pay');
      const changed = decision.approve({ arguments: { cents: 6 } });
      await expect(deploy(ledger, paid, other).pending.decide(key, changed)).rejects.toMatchObject({
        code: 'HAFT_UNKNOWN_TOOL',
      });
      expect(await rowOfKey(ledger, key)).toMatchObject({ state: 'awaiting' });
    });

    it('lets a person deny a call, also after it was approved', async () => {
      const [ledger, paid]: [CallLedger, Paid] = [open(), []];
      const has = deploy(ledger, paid);
      const [first, second] = [await call(has, 'pay'), await call(has, 'pay')];
      const without = deploy(ledger, paid, other);
      expect(await without.pending.decide(first.key, decision.deny('No.'))).toMatchObject({ status: 'denied' });
      await without.pending.decide(second.key, decision.approve());
      await expect(has.pending.decide(second.key, decision.deny())).rejects.toMatchObject({
        code: 'HAFT_DECISION_USED',
      });
      expect(await without.pending.decide(second.key, decision.deny('No.'))).toMatchObject({ text: 'No.' });
      for (const { key } of [first, second]) expect(await rowOfKey(ledger, key)).toMatchObject({ state: 'denied' });
      expect(paid).toEqual([]);
    });

    it('leaves a call whose process died', async () => {
      const [ledger, paid]: [CallLedger, Paid] = [open(), []];
      const { key } = await call(deploy(ledger, paid), 'pay_now');
      const row = await rowOfKey(ledger, key);
      await ledger.prune({ before: Number.MAX_SAFE_INTEGER, limit: 100 });
      await ledger.propose([{ ...(row as NonNullable<typeof row>), state: 'running', lease: 'dead', leaseUntil: 1 }]);
      const { attempt } = (await rowOfKey(ledger, key)) as NonNullable<typeof row>;
      expect(await deploy(ledger, paid, other).recover()).toMatchObject({ skipped: [key], ended: [] });
      expect(await rowOfKey(ledger, key)).toMatchObject({ state: 'running', attempt });
      expect(await deploy(ledger, paid).recover()).toMatchObject({ ended: [key] });
      expect(await rowOfKey(ledger, key)).toMatchObject({ state: 'unknown_outcome' });
    });
  });
});

it('never lets calls of missing tools hide the others', async () => {
  const [ledger, paid]: [CallLedger, Paid] = [new MemoryCallLedger(), []];
  const has = deploy(ledger, paid, { background: 0 });
  for (let count = 0; count < 3; count++) await call(has, 'pay_later');
  const { key } = await call(has, 'pay');
  const other = deploy(ledger, paid, { without: ['pay_later'] });
  await other.pending.decide(key, decision.approve(), { execute: false });
  const recovered = await other.recover({ idleMs: 0, limit: 2 });
  expect(recovered).toMatchObject({ ended: [key], failed: [] });
  expect(recovered.skipped).toHaveLength(3);
});

describe('a tool that is gone for good', () => {
  it('ends with `retire`: calls that never began are cancelled, and others are unknown', async () => {
    const [ledger, paid]: [MemoryCallLedger, Paid] = [new MemoryCallLedger(), []];
    const has = deploy(ledger, paid, { background: 0 });
    const [asked, approved, queued] = [await call(has, 'pay'), await call(has, 'pay'), await call(has, 'pay_later')];
    await has.pending.decide(approved.key, decision.approve(), { execute: false });
    const { key: dead } = await call(has, 'pay_now');
    const row = await rowOfKey(ledger, dead);
    ledger.prune({ before: Number.MAX_SAFE_INTEGER, limit: 100 });
    ledger.propose([{ ...(row as NonNullable<typeof row>), state: 'running', lease: 'dead', leaseUntil: 1 }]);
    const without = deploy(ledger, paid, { without: EVERY });
    const { cancelled, unknown } = await without.pending.retire('pay');
    expect([new Set(cancelled), unknown]).toEqual([new Set([asked.key, approved.key]), []]);
    expect(await without.pending.retire('pay_later')).toEqual({ cancelled: [queued.key], unknown: [] });
    expect(await without.pending.retire('pay_now')).toEqual({ cancelled: [], unknown: [dead] });
    for (const { key } of [asked, approved, queued]) {
      expect((await rowOfKey(ledger, key))?.state).toBe('cancelled');
      expect((await without.pending.get(key))?.outcome?.text).toMatch(
        /^The tool pay(_later)? no longer exists, so this call was not made\. Do not call it again\.$/,
      );
    }
    expect((await rowOfKey(ledger, dead))?.state).toBe('unknown_outcome');
    expect(paid).toHaveLength(1);
  });

  it('takes along the calls that wait and that a process made, which died in its method', async () => {
    const [ledger, paid]: [MemoryCallLedger, Paid] = [new MemoryCallLedger(), []];
    const begun = new Promise<void>((asked) => {
      const pays = defineTool({
        ...{ name: 'pays', description: 'Pays.', parameters: { type: 'object' }, settings: { effect: {} } },
        execute: async (_args: object, run: RunContext) => {
          await run.calls.call({ id: 'inner', name: 'pay', arguments: { cents: 5 } });
          asked();
          await new Promise(ignore);
        },
      });
      void deploy(ledger, paid, { more: [pays] })
        .startRun()
        .call({ id: 'c1', name: 'pays', arguments: {} });
    });
    await begun;
    const without = deploy(ledger, paid);
    const [inner] = (await without.pending.list()).calls;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    const { unknown } = await without.pending.retire('pays');
    clock.mockRestore();
    expect(unknown).toHaveLength(1);
    expect(await without.pending.get(inner?.key ?? '')).toMatchObject({
      ...{ tool: 'pay', state: 'cancelled' },
      outcome: { status: 'interrupted', text: expect.not.stringContaining('no longer exists') },
    });
  });

  it('stays in the list until a person denies a call with an unknown end', async () => {
    const [ledger, paid]: [MemoryCallLedger, Paid] = [new MemoryCallLedger(), []];
    const { key } = await call(deploy(ledger, paid), 'pay_now');
    const row = await rowOfKey(ledger, key);
    ledger.prune({ before: Number.MAX_SAFE_INTEGER, limit: 100 });
    ledger.propose([{ ...(row as NonNullable<typeof row>), state: 'running', lease: 'dead', leaseUntil: 1 }]);
    const without = deploy(ledger, paid, { without: EVERY });
    await without.pending.retire('pay_now');
    expect((await without.pending.list()).calls).toMatchObject([{ key, state: 'unknown_outcome' }]);
    expect(await without.pending.decide(key, decision.deny('Checked.'))).toMatchObject({ status: 'denied' });
    expect((await rowOfKey(ledger, key))?.state).toBe('denied');
  });

  it('is also gone for the model that waits for its outcome', async () => {
    const [ledger, paid]: [MemoryCallLedger, Paid] = [new MemoryCallLedger(), []];
    const run = deploy(ledger, paid).startRun();
    await run.call({ id: 'c1', name: 'pay', arguments: { cents: 5 } });
    const pending = run.pending();
    await run.end();
    const without = deploy(ledger, paid, { without: EVERY });
    await without.pending.retire('pay');
    const { outcomes } = await without.resumeRun(pending, {}, { partial: true });
    expect(outcomes satisfies readonly ToolOutcome[]).toMatchObject([{ status: 'interrupted', notStarted: true }]);
  });
});

function ignore(): void {
  // The tests look at rows.
}
