import { describe, expect, it } from '@jest/globals';
import { reconciled, type Reconciled, type RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, decision, defineTool, toolset, type CallRow, type Runtime } from '@haft/runtime';
import { rowAt } from '../support/row-at.js';

/** A tool that starts a job elsewhere, keeps its id, and waits for it. */
class JobTool {
  readonly ledger = new MemoryCallLedger();
  started = 0;
  hints = {};
  wait: (job: unknown, run: RunContext) => unknown = (job) => `end of ${String(job)}`;
  reconcile: (kept: unknown) => Reconciled = reconciled.unknown;

  open(): Runtime {
    const tool = defineTool({
      name: 'work',
      description: 'Works.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      settings: { effect: {} },
      hints: this.hints,
      execute: async (_args: object, run: RunContext) => {
        const job = run.ledger.kept ?? `job ${++this.started}`;
        await run.ledger.keep(job);
        return this.wait(job, run);
      },
      reconcile: (_key: string, _args: object, run: RunContext) => this.reconcile(run.ledger.kept),
    });
    const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    return createRuntime({
      toolsets: toolset('jobs', [tool]),
      durability: { ledger: this.ledger },
      observe: { logger },
    });
  }

  /** Calls the tool in a process that never ends it, and lets its lease be over. */
  async killed(): Promise<void> {
    const end = this.wait;
    await new Promise<void>((waits) => {
      this.wait = () => {
        waits();
        return new Promise(() => undefined);
      };
      void this.open().startRun({ id: 'r' }).call({ id: 'c', name: 'work', arguments: {} });
    });
    this.wait = end;
    const { kept, ...row } = rowAt(this.ledger, 'r/c') as CallRow;
    const done = { state: 'done', outcome: '{}', now: 1 } as const;
    this.ledger.settle({ ...row, lease: String(row.lease) }, done);
    this.ledger.prune({ before: Number.MAX_SAFE_INTEGER, limit: 10 });
    this.ledger.propose([{ ...row, state: 'running', lease: 'dead', leaseUntil: 1 }]);
    this.ledger.keep({ ...row, attempt: 1, lease: 'dead' }, String(kept));
  }

  async recovered(): Promise<CallRow | undefined> {
    await this.open().recover({ idleMs: 0 });
    return rowAt(this.ledger, 'r/c');
  }
}

function ignore(): void {
  // The tests look at rows and outcomes.
}

/** Returns the error of a promise that must reject. */
async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('run.ledger.keep [NEW-42]', () => {
  it('gives the value to the attempt after a crash', async () => {
    const tool = new JobTool();
    tool.hints = { idempotent: true };
    await tool.killed();
    expect(await tool.recovered()).toMatchObject({ state: 'done', attempt: 2, kept: '"job 1"' });
    expect(JSON.parse(String(rowAt(tool.ledger, 'r/c')?.outcome))).toMatchObject({ value: 'end of job 1' });
    expect(tool.started).toBe(1);
  });

  it.each([
    ['done', (kept: unknown) => reconciled.done(`found ${String(kept)}`), { value: 'found job 1' }],
    ['failed', (kept: unknown) => reconciled.failed(`${String(kept)} broke`), { reason: 'tool', text: 'job 1 broke' }],
    ['unknown_outcome', reconciled.unknown, { reason: 'unknown' }],
  ])('gives the value to reconcile, whose answer ends the call as %s', async (state, reconcile, outcome) => {
    const tool = new JobTool();
    tool.reconcile = reconcile;
    await tool.killed();
    expect(await tool.recovered()).toMatchObject({ state });
    expect(JSON.parse(String(rowAt(tool.ledger, 'r/c')?.outcome))).toMatchObject(outcome);
    expect(tool.started).toBe(1);
  });

  it('ignores an answer of reconcile without a text', async () => {
    const tool = new JobTool();
    tool.reconcile = () => ({ kind: 'failed' }) as never;
    await tool.killed();
    expect(await tool.recovered()).toMatchObject({ state: 'unknown_outcome' });
  });

  it('forgets the value if a person decides to execute the call again', async () => {
    const tool = new JobTool();
    await tool.killed();
    const row = await tool.recovered();
    const outcome = await tool.open().pending.decide(String(row?.key), decision.again());
    expect(outcome).toMatchObject({ status: 'success', value: 'end of job 2' });
  });

  it('rejects for a process that lost the call, and says that another one continues it', async () => {
    const tool = new JobTool();
    let error: unknown;
    let tell = (_continues: readonly boolean[]): void => undefined;
    const continues = new Promise<readonly boolean[]>((resolve) => (tell = resolve));
    tool.wait = async (_job, run) => {
      const before = run.ledger.continuesElsewhere;
      const taken = { lease: 'other', leaseUntil: 9e15, now: 9e14, from: ['running'] } as const;
      tool.ledger.start(rowAt(tool.ledger, 'r/c') as CallRow, taken);
      error = await errorOf(run.ledger.keep('late'));
      const stopped = new Promise((resolve) => {
        run.signal.addEventListener('abort', resolve);
      });
      void runtime.recover();
      await stopped;
      tell([before, run.ledger.continuesElsewhere]);
    };
    const runtime = tool.open();
    await runtime.startRun({ id: 'r' }).call({ id: 'c', name: 'work', arguments: {} });
    expect(error).toMatchObject({ code: 'HAFT_LEASE_LOST' });
    expect(rowAt(tool.ledger, 'r/c')).toMatchObject({ kept: '"job 1"', lease: 'other' });
    expect(await continues).toEqual([false, true]);
  });

  it.each([
    ['undefined', undefined, 'a value that is not JSON'],
    ['a function', ignore, 'a value that is not JSON'],
    ['a value of more than 2,000 characters', 'x'.repeat(1999), '2001 characters of JSON'],
  ])('rejects %s', async (_name, value, text) => {
    const tool = new JobTool();
    let error: unknown;
    tool.wait = async (_job, run) => (error = await errorOf(run.ledger.keep(value as never)));
    await tool.open().startRun({ id: 'r' }).call({ id: 'c', name: 'work', arguments: {} });
    expect(error).toMatchObject({ code: 'HAFT_INVALID_OPTION', message: expect.stringContaining(text) });
    expect(rowAt(tool.ledger, 'r/c')).toMatchObject({ kept: '"job 1"' });
  });

  it('rejects outside of a call in progress', async () => {
    const tool = new JobTool();
    let context: RunContext | undefined;
    tool.wait = (_job, run) => {
      context = run;
    };
    await tool.open().startRun().call({ name: 'work', arguments: {} });
    expect(await errorOf(context?.ledger.keep(1) as Promise<boolean>)).toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    expect(context?.ledger.kept).toBe('job 1');
  });

  it.each([
    ['without a ledger', undefined, { effect: {} }],
    ['for a tool that needs no row', { ledger: new MemoryCallLedger() }, {}],
    ['with a ledger that keeps no values', { ledger: withoutKeep() }, { effect: {} }],
  ])('returns false %s', async (_name, durability, settings) => {
    const tool = defineTool({
      name: 'work',
      description: 'Works.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      settings,
      execute: async (_args: object, run: RunContext) => [await run.ledger.keep('job'), run.ledger.kept ?? 'nothing'],
    });
    const runtime = createRuntime({ toolsets: toolset('jobs', [tool]), ...(durability && { durability }) });
    const outcome = await runtime.startRun().call({ name: 'work', arguments: {} });
    expect(outcome).toMatchObject({ value: [false, 'nothing'] });
  });
});

/** A ledger of an application that has no `keep`. */
function withoutKeep(): MemoryCallLedger {
  return Object.defineProperty(new MemoryCallLedger(), 'keep', { value: undefined });
}
