import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunEvent, Runtime, RuntimeOptions } from 'haft';

/* Tools in real worker threads, which import the same module as the test. */

const fixture = './fixtures/isolated-runtime.mjs';
let runtime: Runtime;
let events: RunEvent[] = [];

beforeEach(async () => {
  const { create } = (await import(fixture)) as { readonly create: (options: RuntimeOptions) => Runtime };
  events = [];
  runtime = create({ observe: { onEvent: (event) => events.push(event) } });
});
afterEach(() => runtime.dispose());

describe('isolated tools', () => {
  it('never have more threads than were given, however many calls come at once', async () => {
    const run = runtime.startRun();
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => run.call({ name: 'thread' })));
    expect(outcomes.every(({ status }) => status === 'success')).toBe(true);
    expect(new Set(outcomes.map(({ text }) => text)).size).toBeLessThanOrEqual(2);
  });

  it('report their own progress only: that of an earlier call in the thread is dropped', async () => {
    const run = runtime.startRun();
    await Promise.all(['a', 'b'].map((id) => run.call({ id, name: 'linger' })));
    events.length = 0;
    await Promise.all(['c', 'd'].map((id) => run.call({ id, name: 'wait' })));
    const told = events.flatMap((event) => (event.type === 'progress' ? [`${event.callId}: ${event.progress}`] : []));
    expect(told.sort()).toEqual(['c: waits', 'd: waits']);
  });

  it('may ask for an approval: all arguments are kept, also hidden ones', async () => {
    const run = runtime.startRun();
    const waiting = await run.call({ id: 'c1', name: 'pay', arguments: { password: '1234', amount: 7 } });
    expect(waiting).toMatchObject({
      status: 'deferred',
      callId: 'c1',
      request: { kind: 'approval', tool: 'pay', metadata: { reason: 'money' } },
    });
    const [request] = run.pending().requests;
    expect(request?.arguments).toEqual({ amount: 7 });
    const [outcome] = await run.resume({ [request?.id ?? '']: true });
    expect(outcome).toMatchObject({ status: 'success', value: 'paid 7 with a pin of 4 digits' });
  });

  it('write lines that are events of their run', async () => {
    await runtime.startRun({ id: 'r1' }).call({ id: 'c1', name: 'write' });
    const line = { level: 'info', message: 'a line', details: { of: 'the tool' } };
    expect(events).toEqual([
      { type: 'log', at: expect.any(Number), runId: 'r1', callId: 'c1', tool: 'write', ...line },
    ]);
  });

  it('run for a user with their permission only', async () => {
    const sign = (userId: string) => runtime.startRun({ userId }).call({ name: 'sign' });
    expect(await sign('ada')).toMatchObject({ status: 'success', text: 'signed by ada' });
    expect(await sign('bob')).toMatchObject({ status: 'retry', unknownTool: true });
  });

  it('may reveal hidden tools', async () => {
    const run = runtime.startRun();
    await run.call({ name: 'reveal' });
    expect(run.pending().counters.revealed).toEqual(['hidden_more']);
  });

  it('spend the retry budget of their run', async () => {
    const run = runtime.startRun({ retries: 1 });
    expect(await run.call({ name: 'ask' })).toMatchObject({ status: 'retry', text: expect.stringContaining('please') });
    expect(await run.call({ name: 'ask' })).toMatchObject({ status: 'failed', exhausted: true });
  });
});
