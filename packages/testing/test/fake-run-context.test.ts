import { describe, expect, it } from '@jest/globals';
import { RunContext } from '@haft/core';
import { fakeRunContext } from '../src/index.js';
import { fakeStore, NotesToolset } from './support/notes-toolset.js';

describe('fakeRunContext', () => {
  it('lets a test call a method directly, and records its calls', async () => {
    const run = fakeRunContext({ deps: { tenant: 'acme' }, userId: 'ada' });
    const result = await new NotesToolset({ now: () => 'noon' }, fakeStore()).add('milk', 1, run);
    expect(result).toEqual({ id: 1, priority: 1, at: 'noon', user: 'ada', deps: { tenant: 'acme' } });
    expect(run.reports).toEqual([{ saved: 4 }]);
    expect(run.deps.tenant).toBe('acme');
  });

  it('is a RunContext with a default for everything', () => {
    const run = fakeRunContext();
    expect(run).toBeInstanceOf(RunContext);
    expect(run).toMatchObject({
      deps: undefined,
      runId: 'run',
      userId: undefined,
      metadata: {},
      callId: 'call',
      toolName: 'tool',
      attempt: 0,
      maxRetries: 2,
      lastAttempt: false,
      deadline: undefined,
      approval: undefined,
      idempotencyKey: 'run:call',
    });
    expect(run.signal.aborted).toBe(false);
    expect([...run.state, ...run.tools()]).toEqual([]);
  });

  it('records events, halts and lines, can be aborted, and returns its options', () => {
    const state = new Map([['seen', true]]);
    const run = fakeRunContext({ attempt: 2, state, runId: 'r', callId: 'c' });
    run.emit('event');
    run.halt('enough');
    run.logger.info('hello', { a: 1 });
    run.logger.error('oh');
    run.abort(new Error('late'));
    expect(run.events).toEqual(['event']);
    expect(run.halts).toEqual(['enough']);
    expect(run.logs).toEqual([
      { level: 'info', message: 'hello', details: { a: 1 } },
      { level: 'error', message: 'oh', details: undefined },
    ]);
    expect(run.signal.reason).toEqual(new Error('late'));
    expect(run.lastAttempt).toBe(true);
    expect(run.state).toBe(state);
    expect(run.idempotencyKey).toBe('r:c');
    expect(run.usage.calls).toBe(0);
    const usage = { calls: 3, callsLeft: 1, toolCalls: 1, toolCallsLeft: undefined };
    expect(fakeRunContext({ usage }).usage).toBe(usage);
  });
});
