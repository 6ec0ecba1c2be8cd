import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import {
  ApprovalRequired,
  CallSuspended,
  ModelRetry,
  ToolFailed,
  type DeferredOutcome,
  type RunContext,
  type ToolOutcome,
} from '@haft/core';
import {
  createRuntime,
  decision,
  defineTool,
  toolset,
  type CallLedger,
  type CallRow,
  type PlainCall,
  type Runtime,
  type RuntimeOptions,
} from '@haft/runtime';
import { MemoryCallLedger } from '../../src/index.js';
import { SqliteCallLedger } from '../../src/sqlite/index.js';
import { rowLater } from '../support/row-at.js';
import { NO_ARGUMENTS, payTool } from './pay-tool.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'haft-ended-'));
let files = 0;

afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Method = (run: RunContext, ask: () => Promise<ToolOutcome>) => Promise<unknown>;

/** A program that asks to pay, and then does what the test says. */
class Office {
  readonly paid: string[] = [];
  readonly logged: string[] = [];
  /** Interrupts the program. */
  readonly stop = new AbortController();
  version = '1';

  open(ledger: CallLedger, method: Method, settings: object = {}, errors: RuntimeOptions['errors'] = {}): Runtime {
    const program = defineTool({
      ...{ name: 'program', description: 'Pays.', parameters: NO_ARGUMENTS, version: this.version },
      settings,
      execute: (_args: object, run: RunContext) => {
        let asked = 0;
        return method(run, () => run.calls.call({ id: `inner${++asked}`, name: 'pay', arguments: {} }));
      },
    });
    const later = defineTool({
      ...{ name: 'later', description: 'Pays later.', parameters: NO_ARGUMENTS },
      settings: { background: {} },
      execute: (_args: object, { approval }: RunContext) => {
        if (approval === undefined) throw new ApprovalRequired();
        return this.paid.push('later');
      },
    });
    const log = (message: string): void => void this.logged.push(message);
    return createRuntime({
      toolsets: toolset('office', [program, payTool(this.paid), later]),
      durability: { ledger },
      errors,
      observe: { logger: { debug: log, info: log, warn: log, error: log } },
    });
  }
}

const callProgram = (runtime: Runtime, signal?: AbortSignal): Promise<ToolOutcome> =>
  runtime.startRun({ id: 'r', ...(signal && { signal }) }).call({ id: 'p', name: 'program', arguments: {} });

/** A method that asks, and then hangs. `asked` resolves between the two. */
function hanging(): { readonly method: Method; readonly asked: Promise<void> } {
  let method: Method = () => Promise.resolve();
  const asked = new Promise<void>((resolve) => {
    method = async (_run, ask) => {
      await ask();
      resolve();
      return new Promise(() => undefined);
    };
  });
  return { method, asked };
}

describe.each([
  ['MemoryCallLedger', () => new MemoryCallLedger(), true],
  ['SqliteCallLedger', () => new SqliteCallLedger({ file: join(folder, `${++files}.db`) }), hasSqlite],
] as const)('a call that waits inside a call that ended, in a %s [NEW-26]', (_name, open, isHere) => {
  const test = isHere ? it : it.skip;

  const fails = (error: Error) => () => Promise.reject(error);
  const isStopped = ({ stop }: Office): Promise<never> => {
    stop.abort();
    return new Promise(() => undefined);
  };
  test.each<[string, (office: Office) => Promise<never>, object]>([
    ['throws', fails(new Error('broken')), {}],
    ['fails', fails(new ToolFailed('No money.')), {}],
    ['asks the model to correct it', fails(new ModelRetry('Pay less.')), {}],
    ['is interrupted', isStopped, {}],
    ['is interrupted, and may have taken effect', isStopped, { effect: {} }],
  ])('is not executed by an approval if that one %s', async (_how, end, settings) => {
    const office = new Office();
    const keys: string[] = [];
    const method: Method = async (_run, ask) => {
      await ask();
      keys.push(...(await runtime.pending.list()).calls.map(({ key }) => key));
      return end(office);
    };
    const runtime = office.open(open(), method, settings);
    expect((await callProgram(runtime, office.stop.signal)).status).toMatch(/^(failed|retry|interrupted)$/);
    expect(keys).toHaveLength(1);
    expect((await runtime.pending.list()).calls).toEqual([]);
    await expect(runtime.pending.decide(keys[0] ?? '', decision.approve())).rejects.toMatchObject({
      code: 'HAFT_DECISION_USED',
    });
    expect(office.paid).toEqual([]);
  });

  test('is executed by an approval if that one succeeds: it knew that the call waits', async () => {
    const office = new Office();
    const runtime = office.open(open(), async (_run, ask) => (await ask()).status);
    expect(await callProgram(runtime)).toMatchObject({ value: 'deferred' });
    const [call] = (await runtime.pending.list()).calls;
    await runtime.pending.decide(call?.key ?? '', decision.approve());
    expect(office.paid).toEqual(['pay']);
  });

  test('is cancelled if that one fails after the decision about another call inside it', async () => {
    const office = new Office();
    const method: Method = async ({ calls }, ask) => {
      if (calls.resumed !== undefined) throw new ToolFailed('One is enough.');
      const waits = [await ask(), await ask()] as DeferredOutcome[];
      throw new CallSuspended({ state: {}, waits: waits as [DeferredOutcome] });
    };
    const ledger = open();
    const runtime = office.open(ledger, method);
    await callProgram(runtime);
    const [one] = (await runtime.pending.list()).calls;
    await runtime.pending.decide(one?.key ?? '', decision.approve());
    const states = [1, 2].map(async (n) => (await rowLater(ledger, `r/inner${n}`))?.state);
    expect((await Promise.all(states)).sort()).toEqual(['cancelled', 'done']);
    expect(office.paid).toEqual(['pay']);
  });

  test('is cancelled if that one cannot continue, because its tool changed', async () => {
    const office = new Office();
    const method: Method = async (_run, ask) => {
      const waits = [await ask(), await ask()] as DeferredOutcome[];
      throw new CallSuspended({ state: {}, waits: waits as [DeferredOutcome] });
    };
    const ledger = open();
    await callProgram(office.open(ledger, method));
    office.version = '2';
    const next = office.open(ledger, method);
    const [one] = (await next.pending.list()).calls;
    await next.pending.decide(one?.key ?? '', decision.approve());
    expect((await next.pending.list()).calls).toEqual([]);
    expect(office.paid).toEqual([]);
  });

  test('continues if it is a background call, which was answered with a task', async () => {
    const office = new Office();
    const method: Method = async (run, ask) => {
      await ask();
      await run.calls.call({ id: 'task', name: 'later', arguments: {} });
      while ((await runtime.pending.list()).calls.length < 2) await new Promise(setImmediate);
      throw new ToolFailed('No money.');
    };
    const runtime = office.open(open(), method);
    await callProgram(runtime);
    expect((await runtime.pending.list()).calls.map(({ tool }) => tool)).toEqual(['later']);
  });
});

it('is cancelled if that one used up its retries, which the host gets as an error', async () => {
  const office = new Office();
  const method: Method = async (_run, ask) => {
    await ask();
    throw new ModelRetry('Pay less.');
  };
  const runtime = office.open(new MemoryCallLedger(), method, {}, { onExhausted: 'throw' });
  const run = runtime.startRun({ id: 'r' });
  const call = (id: string): Promise<ToolOutcome> => run.call({ id, name: 'program', arguments: {} });
  expect([(await call('p1')).status, (await call('p2')).status]).toEqual(['retry', 'retry']);
  await expect(call('p3')).rejects.toMatchObject({ code: 'HAFT_RETRY_BUDGET_EXHAUSTED' });
  expect((await runtime.pending.list()).calls).toEqual([]);
});

it('is cancelled if that one is interrupted while the ledger writes it', async () => {
  class SlowLedger extends MemoryCallLedger {
    /** Called before a write. */
    pause: () => Promise<void> = () => Promise.resolve();

    // A promise, as other stores return.
    override propose(...args: Parameters<MemoryCallLedger['propose']>): never {
      return this.pause().then(() => super.propose(...args)) as never;
    }
  }
  const [office, ledger] = [new Office(), new SlowLedger()];
  let asked: Promise<ToolOutcome> | undefined;
  const runtime = office.open(ledger, (_run, ask) => {
    ledger.pause = () => {
      office.stop.abort();
      return outcome.then(() => undefined);
    };
    asked = ask();
    return new Promise(() => undefined);
  });
  const outcome = callProgram(runtime, office.stop.signal);
  expect(await outcome).toMatchObject({ status: 'interrupted' });
  await asked;
  expect((await rowLater(ledger, 'r/inner1'))?.state).toBe('cancelled');
});

it('is cancelled with one whose process died, and whose end is unknown', async () => {
  const [office, ledger] = [new Office(), new MemoryCallLedger()];
  const { method, asked } = hanging();
  void callProgram(office.open(ledger, method, { effect: {} }));
  await asked;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  await office.open(ledger, method, { effect: {} }).recover({ idleMs: 0 });
  clock.mockRestore();
  expect((await rowLater(ledger, 'r/p'))?.state).toBe('unknown_outcome');
  expect((await rowLater(ledger, 'r/inner1'))?.state).toBe('cancelled');
});

it('is cancelled with a background call that ended its workers', async () => {
  const [office, ledger] = [new Office(), new MemoryCallLedger()];
  const { method, asked } = hanging();
  await callProgram(office.open(ledger, method, { background: {} }));
  await asked;
  const outer = (await rowLater(ledger, 'r/p')) as CallRow;
  // The last worker ends the row, as @haft/fleet does.
  const lease = { lease: 'last', leaseUntil: Number.MAX_SAFE_INTEGER, now: outer.leaseUntil! + 1 };
  ledger.start(outer, { ...lease, from: ['running'] });
  const { now } = lease;
  ledger.settle({ ...outer, attempt: 2, lease: 'last' }, { state: 'unknown_outcome', outcome: '{}', now });
  expect((await rowLater(ledger, 'r/p'))?.state).toBe('unknown_outcome');
  await office.open(ledger, method, { background: {} }).executeCall(JSON.parse(outer.call) as PlainCall);
  expect((await rowLater(ledger, 'r/inner1'))?.state).toBe('cancelled');
});

it('is told of in the log if the ledger cannot cancel it, and the outcome counts', async () => {
  class BrokenLedger extends MemoryCallLedger {
    override cancel(): never {
      throw new Error('no disk');
    }
  }
  const office = new Office();
  const runtime = office.open(new BrokenLedger(), async (_run, ask) => {
    await ask();
    throw new ToolFailed('No money.');
  });
  expect(await callProgram(runtime)).toMatchObject({ text: 'No money.' });
  expect(office.logged).toEqual(['The ledger of calls did not cancel the calls that wait inside p.']);
});
