import { admit, readmit } from '../../../src/call/steps/02-admit.js';
import type { RunState } from '../../../src/run/state/run-state.js';
import { callOf, runOf } from './step-of.js';

const admitted = (run: RunState, name = 'desk_add'): ReturnType<typeof admit> => admit(callOf(run, { name }));

describe('step 2, admit', () => {
  it('counts a call of the run and of the tool, and lets it through', () => {
    const run = runOf();
    expect(admitted(run)).toBeUndefined();
    expect([run.counts.calls, run.toolbox.find('desk_add')?.calls]).toEqual([1, 1]);
  });

  it('answers calls over the limit of the run, and does not count them [LIM-2]', () => {
    const run = runOf({}, { maxCalls: 2 });
    const outcomes = [admitted(run), admitted(run), admitted(run)];
    expect(outcomes).toMatchObject([undefined, undefined, { status: 'failed', reason: 'limit' }]);
    expect(run.counts.calls).toBe(2);
  });

  it('answers calls over the limit of a tool, and lets other tools through [LIM-2]', () => {
    const run = runOf();
    const outcomes = [admitted(run, 'desk_twice'), admitted(run, 'desk_twice'), admitted(run, 'desk_twice')];
    expect(outcomes.map((outcome) => outcome?.status)).toEqual([undefined, undefined, 'failed']);
    expect(admitted(run)).toBeUndefined();
  });

  it('admits a call of a tool whose retry budget is used up [RET-5]', () => {
    const run = runOf();
    const call = callOf(run, { name: 'desk_add' });
    call.state.failures = call.state.maxRetries + 1;
    expect(admit(call)).toBeUndefined();
    expect(run.counts.calls).toBe(1);
  });

  it('answers after the run was stopped with its reason, before any limit [RET-2]', () => {
    const run = runOf({}, { maxCalls: 0 });
    run.lifetime.halt('Enough.');
    expect(admitted(run)).toMatchObject({ reason: 'halted', text: 'The run was stopped: Enough.' });
  });

  it('answers as interrupted after the end of the run', async () => {
    const run = runOf();
    await run.end();
    expect(admitted(run)).toMatchObject({ status: 'interrupted' });
  });

  it('asks a call that waited again, without counting it', () => {
    const run = runOf({}, { maxCalls: 1 });
    const call = callOf(run, { name: 'desk_add' });
    expect([admit(call), readmit(call)]).toEqual([undefined, undefined]);
    expect(run.counts.calls).toBe(1);
    run.lifetime.halt('');
    expect(readmit(call)).toMatchObject({ text: 'The run was stopped.' });
  });
});
