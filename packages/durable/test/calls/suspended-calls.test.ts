import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallSuspended, type DeferredOutcome, type Interceptor, type RunContext, type ToolOutcome } from '@haft/core';
import {
  createRuntime,
  decision,
  defineTool,
  toolset,
  type AnyTool,
  type CallLedger,
  type Runtime,
  type RuntimeOptions,
} from '@haft/runtime';
import { MemoryCallLedger } from '../../src/index.js';
import { SqliteCallLedger } from '../../src/sqlite/index.js';
import { openBank, World } from './bank.js';
import { NO_ARGUMENTS, payTool } from './pay-tool.js';
import { keyLater, rowLater, rowOfKey } from '../support/row-at.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'haft-suspended-'));
let files = 0;

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.each([
  ['MemoryCallLedger', () => new MemoryCallLedger(), true],
  ['SqliteCallLedger', () => new SqliteCallLedger({ file: join(folder, `${++files}.db`) }), hasSqlite],
] as const)('a suspended call in a %s [NEW-26]', (_name, open, isHere) => {
  const test = isHere ? it : it.skip;

  /**
   * Makes a call that pays twice, each time after an approval. Returns the keys of the two calls.
   */
  const suspended = async (runtime: Runtime): Promise<readonly string[]> => {
    await runtime.startRun({ id: 'r' }).call({ id: 'p', name: 'pay_twice', arguments: { cents: 10 } });
    return (await runtime.pending.list({ kind: 'approval' })).calls
      .toSorted((one, other) => (one.callId < other.callId ? -1 : 1))
      .map(({ key }) => key);
  };

  test('waits while all its inner calls wait', async () => {
    const ledger = open();
    const runtime = openBank(ledger, new World());
    expect(await suspended(runtime)).toEqual([await keyLater(ledger, 'r/p_1'), await keyLater(ledger, 'r/p_2')]);
    expect((await rowLater(ledger, 'r/p'))?.state).toBe('awaiting');
    expect(await runtime.recover({ idleMs: 0 })).toEqual({
      ended: [],
      waiting: [],
      started: [],
      skipped: [],
      failed: [],
    });
  });

  test('continues if the process dies after the end of an inner call, and before it enters the outer one', async () => {
    const [ledger, world] = [open(), new World()];
    const [first = '', second = ''] = await suspended(openBank(ledger, world));
    const dying = openBank(dyingAt(ledger, await keyLater(ledger, 'r/p')), world);
    await expect(dying.pending.decide(first, decision.approve())).rejects.toThrow('killed');
    expect(world.payments).toHaveLength(1);
    expect((await rowLater(ledger, 'r/p'))?.state).toBe('approved');

    const next = openBank(ledger, world);
    await next.recover({ idleMs: 0 });
    expect((await rowLater(ledger, 'r/p'))?.state).toBe('awaiting');
    await next.pending.decide(second, decision.approve());
    expect((await next.pending.get(await keyLater(ledger, 'r/p')))?.outcome).toMatchObject({ value: 'paid 2 times' });
    expect(world.payments).toHaveLength(2);
  });

  test('comes behind the inner call of a process that died, so that few calls of a recovery are enough', async () => {
    const ledger = open();
    const runtime = openBank(ledger, new World());
    const [inner = ''] = await suspended(runtime);
    const leaseUntil = await dieInside(ledger, inner, await keyLater(ledger, 'r/p'));
    while (Date.now() <= leaseUntil) await new Promise(setImmediate);
    // The outer call waits longer. It cannot continue, and the next search begins with the inner.
    for (let round = 0; round < 2; round++) await runtime.recover({ limit: 1, idleMs: 0 });
    expect((await rowOfKey(ledger, inner))?.state).not.toBe('running');
  });

  test('lets people decide about an inner call while the outer one is in progress', async () => {
    const ledger = open();
    const paid: string[] = [];
    const { tool, asked, goOn } = slowProgram();
    const runtime = runtimeWith(ledger, [tool, payTool(paid)]);
    const outcome = runtime.startRun({ id: 'r' }).call({ id: 'p', name: 'program', arguments: {} });
    await asked;
    const [one] = (await runtime.pending.list()).calls;
    const other = runtimeWith(ledger, [tool, payTool(paid)]);
    expect(await other.pending.decide(one?.key ?? '', decision.approve())).toMatchObject({ value: 'paid' });
    goOn();
    expect(await outcome).toMatchObject({ status: 'deferred' });
    // The inner call has ended, so that nothing else would continue the outer one.
    expect((await rowLater(ledger, 'r/p'))?.state).toBe('queued');
    await other.recover({ idleMs: 0 });
    expect((await other.pending.get(await keyLater(ledger, 'r/p')))?.outcome).toMatchObject({ value: 'read: paid' });
    expect(paid).toEqual(['pay']);
  });

  test('rejects a second decision about such an inner call', async () => {
    const ledger = open();
    const { tool, asked, goOn } = slowProgram();
    const runtime = runtimeWith(ledger, [tool, payTool([])]);
    const outcome = runtime.startRun({ id: 'r' }).call({ id: 'p', name: 'program', arguments: {} });
    await asked;
    const [one] = (await runtime.pending.list()).calls;
    const decide = (): Promise<ToolOutcome> => runtime.pending.decide(one?.key ?? '', decision.deny());
    const results = await Promise.allSettled([decide(), decide()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(decide()).rejects.toMatchObject({ code: 'HAFT_DECISION_USED' });
    goOn();
    await outcome;
  });
});

it('ends as cancelled, and not with an unknown end, if it is stopped before its method continues', async () => {
  const ledger = new MemoryCallLedger();
  const controller = new AbortController();
  let entered = 0;
  const interceptor: Interceptor = {
    intercept: ({ definition }, next) => {
      if (definition.name === 'transfer' && ++entered === 2) controller.abort();
      return next();
    },
  };
  const transfer = defineTool({
    name: 'transfer',
    description: 'Pays.',
    parameters: NO_ARGUMENTS,
    settings: { effect: {} },
    execute: async (_args: object, run: RunContext) => {
      const outcome = await run.calls.call({ id: 'inner', name: 'pay', arguments: {} });
      throw new CallSuspended({ state: {}, waits: [outcome as DeferredOutcome] });
    },
  });
  const runtime = runtimeWith(ledger, [transfer, payTool([])], { interceptors: [interceptor] });
  await runtime.startRun({ id: 'r' }).call({ id: 'p', name: 'transfer', arguments: {} });
  const [inner] = (await runtime.pending.list()).calls;
  await runtime.pending.decide(inner?.key ?? '', decision.approve(), { signal: controller.signal });
  const row = await rowLater(ledger, 'r/p');
  expect([entered, row?.state]).toEqual([2, 'cancelled']);
  // It began in its first attempt.
  expect(JSON.parse(row?.outcome ?? '')).not.toHaveProperty('notStarted');
});

it('is not entered by an equal call of the next answer, which gets the same request', async () => {
  const ledger = new MemoryCallLedger();
  const requests: unknown[] = [];
  let entered = 0;
  const program = defineTool({
    ...{ name: 'program', description: 'Pays.', parameters: NO_ARGUMENTS, settings: { effect: { replays: true } } },
    execute: async (_args: object, run: RunContext) => {
      entered++;
      const outcome = await run.calls.call({ id: 'inner', name: 'pay', arguments: {} });
      throw new CallSuspended({ state: {}, waits: [outcome as DeferredOutcome] });
    },
  });
  const runtime = runtimeWith(ledger, [program, payTool([])]);
  for (const turn of ['one', 'two']) {
    const run = runtime.startRun({ id: 'r', turn });
    const outcome = await run.call({ id: `p_${turn}`, name: 'program', arguments: {} });
    requests.push(outcome.status === 'deferred' ? outcome.request.id : outcome);
  }
  expect([entered, new Set(requests).size]).toEqual([1, 1]);
});

it('lets people decide about an unknown end if toolsets create their tools for each run', async () => {
  const [ledger, world] = [new MemoryCallLedger(), new World()];
  const runtime = openBank(ledger, world, { prepare: (_run, definitions) => definitions });
  await runtime.startRun({ id: 'r' }).call({ id: 'c1', name: 'pay_now', arguments: { cents: 5 } });
  const row = await rowLater(ledger, 'r/c1');
  await ledger.prune({ before: Date.now() + 1000, limit: 10 });
  const lease = { lease: 'dead', leaseUntil: 0 };
  await ledger.propose([{ ...(row as NonNullable<typeof row>), ...lease, state: 'running' }]);
  await runtime.recover();
  expect((await rowLater(ledger, 'r/c1'))?.state).toBe('unknown_outcome');
  expect(await runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.done({ paid: 5 }))).toMatchObject({
    value: { paid: 5 },
  });
});

/** Approves an inner call, and leaves its rows as a process does that dies while it executes it. */
async function dieInside(ledger: CallLedger, inner: string, outer: string): Promise<number> {
  const [row, around] = [await rowOfKey(ledger, inner), await rowOfKey(ledger, outer)];
  if (row === undefined || around === undefined) throw new Error('A row is missing.');
  const approved = { state: 'approved', decision: JSON.stringify({ kind: 'approve' }) } as const;
  const { createdAt: now } = around;
  await ledger.decide(row, { ...approved, fingerprint: row.fingerprint, now });
  await ledger.decide(around, { ...approved, decision: null, fingerprint: around.fingerprint, now });
  const leaseUntil = now + 2;
  await ledger.start(row, { lease: 'dead', leaseUntil, now, from: ['approved'] });
  return leaseUntil;
}

/** The ledger of a process that is killed before it begins an attempt of this call. */
function dyingAt(ledger: CallLedger, key: string): CallLedger {
  const dying = Object.create(ledger) as CallLedger;
  dying.start = (started, options) => {
    if (started.key === key) throw new Error('The process was killed.');
    return ledger.start(started, options);
  };
  return dying;
}

function runtimeWith(ledger: CallLedger, tools: readonly AnyTool[], options: RuntimeOptions = {}): Runtime {
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  return createRuntime({ toolsets: toolset('office', tools), durability: { ledger }, observe: { logger }, ...options });
}

/** A tool that continues with other work after its inner call asked for an approval. */
function slowProgram() {
  const asked = signal();
  const resumed = signal();
  const tool = defineTool({
    name: 'program',
    description: 'Pays, and does other work.',
    parameters: NO_ARGUMENTS,
    settings: { effect: { replays: true } },
    execute: async (_args: object, run: RunContext) => {
      const [known] = Object.values(run.calls.resumed?.outcomes ?? {});
      if (known !== undefined && known.status !== 'deferred') return `read: ${known.text}`;
      const outcome = await run.calls.call({ id: 'inner', name: 'pay', arguments: {} });
      if (outcome.status !== 'deferred') return `read: ${outcome.text}`;
      asked.give();
      await resumed.given;
      throw new CallSuspended({ state: {}, waits: [outcome] });
    },
  });
  return { tool, asked: asked.given, goOn: resumed.give };
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

function ignore(): void {
  // Silent.
}
