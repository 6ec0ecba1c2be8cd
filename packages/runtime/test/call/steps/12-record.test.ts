import { failed, retry, success } from '../../../src/call/outcome/outcomes.js';
import { record } from '../../../src/call/steps/12-record.js';
import { callOf, heardRun, runOf } from './step-of.js';

const REPAIR = { path: ['a'], kind: 'coercion', from: '"1"', to: '1' } as const;

describe('step 12, record', () => {
  it('counts a success of the tool, and sends no event', () => {
    const { run, events } = heardRun();
    const call = callOf(run, { name: 'desk_add' });
    const outcome = success(call, 2, '2');
    expect(record(call, outcome)).toBe(outcome);
    expect(call.state.planned.shared.statistics('desk_add')).toMatchObject({ calls: 1, outcomes: { success: 1 } });
    expect(events).toEqual([]);
  });

  it('sends the repairs of a call', () => {
    const { run, events } = heardRun();
    const call = callOf(run, { name: 'desk_add' });
    call.repairs = [REPAIR];
    record(call, success(call, 2, '2'));
    expect(events).toEqual([
      { at: expect.any(Number), type: 'repaired', runId: 'r1', callId: 'c1', tool: 'desk_add', repairs: [REPAIR] },
    ]);
  });

  it('spends the retry budget, closes the tool, and starts again after a success [RET-3]', () => {
    const { run, events } = heardRun({ limits: { retries: 1 } });
    const ask = (): string => {
      const call = callOf(run, { name: 'desk_add' });
      call.verdict = 'retry';
      return record(call, retry(call, 'Fix it.', [])).status;
    };
    expect(ask()).toBe('retry');
    const right = callOf(run, { name: 'desk_add' });
    record(right, success(right, 2, '2'));
    expect([ask(), ask()]).toEqual(['retry', 'failed']);
    expect(events.map(({ type }) => type)).toEqual(['retry', 'retry', 'exhausted']);
    expect(events[2]).toMatchObject({ type: 'exhausted', attempt: 1 });
  });

  it('throws for the developer if the budget is used up and the runtime wants that', () => {
    const run = runOf({ limits: { retries: 0 }, errors: { onExhausted: 'throw' } });
    const call = callOf(run, { name: 'desk_add' });
    call.verdict = 'retry';
    expect(() => record(call, retry(call, 'Fix it.', []))).toThrow(
      expect.objectContaining({ code: 'HAFT_RETRY_BUDGET_EXHAUSTED' }),
    );
  });

  it('does not spend the budget for a failure that is not the mistake of the model', () => {
    const { run } = heardRun();
    const call = callOf(run, { name: 'desk_add' });
    expect(record(call, failed(call, 'tool', 'HTTP 503'))).toMatchObject({ status: 'failed', reason: 'tool' });
    expect(call.state.failures).toBe(0);
    expect(call.state.planned.shared.statistics('desk_add').outcomes.failed).toBe(1);
  });

  it('makes the tools callable that a result reveals', () => {
    const run = runOf();
    const call = callOf(run, { name: 'desk_add' });
    call.effects = { ...call.effects, reveals: ['desk_echo'] };
    record(call, success(call, 2, '2'));
    expect(run.toolbox.revealed).toEqual(new Set(['desk_echo']));
  });

  it('reveals no tools after a failure', () => {
    const run = runOf();
    const call = callOf(run, { name: 'desk_add' });
    call.effects = { ...call.effects, reveals: ['desk_echo'] };
    record(call, failed(call, 'tool', 'HTTP 503'));
    expect(run.toolbox.revealed).toEqual(new Set());
  });
});
