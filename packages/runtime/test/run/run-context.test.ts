import { RunContext, Tool, Toolset } from '@haft/core';
import { createRuntime, type Run, type RunEvent, type RunOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Diary {
  @Tool()
  async write(line: string, run: RunContext): Promise<number> {
    const lines = (run.state.get('lines') ?? []) as string[];
    run.state.set('lines', [...lines, line]);
    return lines.length + 1;
  }

  @Tool()
  async report(run: RunContext): Promise<string> {
    run.report({ percent: 50 });
    run.emit('half');
    run.logger.warn('Half done.');
    return 'done';
  }

  @Tool()
  async key(run: RunContext): Promise<string> {
    return run.idempotencyKey;
  }

  @Tool()
  async stop(run: RunContext): Promise<string> {
    run.halt('No money is left.');
    return 'stopped';
  }

  @Tool()
  async deps(run: RunContext<{ readonly user: string }>): Promise<string> {
    return run.deps.user;
  }
}
const run = { parameters: { run: {} } };
const diary = reflect(Diary, {
  write: { parameters: { line: { type: 'string' }, run: {} } },
  report: run,
  key: run,
  stop: run,
  deps: run,
});

function start(options: RunOptions = {}): { run: Run; events: RunEvent[]; lines: readonly string[] } {
  const events: RunEvent[] = [];
  const logger = quietLogger();
  const runtime = createRuntime({ toolsets: [diary, new Diary()], logger });
  return {
    run: runtime.startRun({ onEvent: (event) => events.push(event), ...options }) as Run,
    events,
    lines: logger.lines,
  };
}

test('the state of a run is shared by its calls and by no other run', async () => {
  const { run: one } = start();
  await one.call('write', { line: 'a' });
  expect(await one.call('write', { line: 'b' })).toMatchObject({ value: 2 });
  expect(await start().run.call('write', { line: 'c' })).toMatchObject({ value: 1 });
});

test('progress, events and log lines reach the host, and the model none of it', async () => {
  const { run: one, events, lines } = start({ id: 'r1' });
  expect(await one.call({ id: 'c1', name: 'report' })).toMatchObject({ text: 'done' });
  const facts = { runId: 'r1', callId: 'c1', tool: 'report' };
  expect(events).toEqual([
    { type: 'progress', ...facts, progress: { percent: 50 } },
    { type: 'custom', ...facts, event: 'half' },
  ]);
  expect(lines).toEqual(['Half done.']);
});

test('the same call of the same run has the same idempotency key, and no other has it', async () => {
  const keyOf = async (id: string, callId: string): Promise<unknown> => {
    const outcome = await start({ id }).run.call({ id: callId, name: 'key' });
    return outcome.status === 'success' ? outcome.value : undefined;
  };
  const keys = await Promise.all([
    keyOf('r1', 'c1'),
    keyOf('r1', 'c1'),
    keyOf('r1', 'c2'),
    keyOf('r2', 'c1'),
    keyOf('r', '1c1'),
  ]);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(keys).size).toBe(4);
});

test('a tool may halt the run: what runs finishes, later calls read the reason', async () => {
  const { run: one } = start();
  const outcomes = await Promise.all([one.call('report', {}), one.call('stop', {})]);
  expect(outcomes.map(({ status }) => status)).toEqual(['success', 'success']);
  expect(await one.call('report', {})).toMatchObject({
    status: 'failed',
    reason: 'halted',
    text: 'The run was stopped: No money is left.',
  });
});

test('dependencies are those of the run', async () => {
  expect(await start({ deps: { user: 'ada' } }).run.call('deps', {})).toMatchObject({ value: 'ada' });
});
