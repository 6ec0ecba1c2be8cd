import type { CallBatch, RunContext, ToolCall, ToolOutcome } from '@haft/core';
import { open, type Office } from './office.js';

const look = (what: string): ToolCall => ({ name: 'look', arguments: { what } });
const rare = (name: string): ToolCall => ({ name: 'rare', arguments: { name } });
const texts = (outcomes: readonly ToolOutcome[]): string[] => outcomes.map(({ text }) => text);

/** Lets `play` run `body`, and returns its result. */
async function inside<T>(body: (run: RunContext) => Promise<T>, options: object = {}, more: object = {}): Promise<T> {
  let result: { readonly value: T } | undefined;
  const { run } = open(
    { deps: { play: async (context) => void (result = { value: await body(context) }) }, ...options },
    more,
  );
  const outcome = await run.call('play', {});
  if (result === undefined) throw new Error(outcome.text);
  return result.value;
}

describe('a batch of inner calls [LIM-1]', () => {
  test('returns the outcomes in the order of the calls', async () => {
    const outcomes = await inside((run) => run.calls.callAll([look('a'), { name: 'nope' }, look('b')]));
    expect(outcomes.map(({ status }) => status)).toEqual(['success', 'retry', 'success']);
  });

  test('checks the limits of all calls before one starts', async () => {
    const { run, toolset } = open({ deps: { play: (one) => one.calls.callAll([rare('a'), rare('b'), rare('c')]) } });
    const outcome = await run.call('play', {});
    expect(outcome).toMatchObject({ value: [{ text: 'a' }, { text: 'b' }, { status: 'failed', reason: 'limit' }] });
    expect(toolset.done).toEqual(['rare a', 'rare b']);
  });

  test('starts a call with the arguments that you know then', async () => {
    const text = await inside(async (run) => {
      const batch = await run.calls.openBatch([look('a'), { name: 'look' }]);
      const first = await batch.start(0);
      const second = await batch.start(1, { what: first.text });
      batch.end();
      return second.text;
    });
    expect(text).toBe('saw saw a');
  });

  test('does not count calls that you never start', async () => {
    const usage = await inside(async (run) => {
      const batch = await run.calls.openBatch([rare('a'), rare('b')]);
      await batch.start(0);
      batch.end();
      return texts(await run.calls.callAll([rare('c'), rare('d')]));
    });
    expect(usage).toEqual(['c', expect.stringContaining('Tool call limit reached')]);
  });

  test('runs at most `concurrency` calls at a time', async () => {
    const { run, toolset } = open({
      deps: {
        play: (one) =>
          one.calls.callAll(
            Array.from({ length: 9 }, (_, i) => look(`${i}`)),
            { concurrency: 2 },
          ),
      },
    });
    let [inside_, most] = [0, 0];
    toolset.look = (async () => {
      most = Math.max(most, ++inside_);
      await new Promise((resolve) => setImmediate(resolve));
      inside_--;
      return 'seen';
    }) as never;
    await run.call('play', {});
    expect(most).toBe(2);
  });

  test('waits at a sequential tool', async () => {
    const { run, toolset } = open({
      deps: { play: (one) => one.calls.callAll([look('a'), { name: 'alone', arguments: { name: 'x' } }, look('b')]) },
    });
    toolset.look = (async (what: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      toolset.done.push(`look ${what}`);
      return 'seen';
    }) as never;
    await run.call('play', {});
    expect(toolset.done).toEqual(['look a', 'alone x', 'look b']);
  });

  test.each<[string, (batch: CallBatch) => Promise<unknown>]>([
    ['twice', async (batch) => (await batch.start(0), batch.start(0))],
    ['that it does not have', (batch) => batch.start(5)],
    ['after its end', (batch) => (batch.end(), batch.start(0))],
  ])('rejects the start of a call %s', async (_, start) => {
    await inside(async (run) => {
      const batch = await run.calls.openBatch([look('a')]);
      await expect(start(batch)).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    });
  });

  test('rejects what is not a list of calls', async () => {
    await inside(async (run) => {
      await expect(run.calls.callAll('look' as never)).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
      await expect(run.calls.openBatch([5] as never)).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    });
  });
});

/** Resolves when the tool `hang` begins. */
function begun(toolset: Office): Promise<void> {
  const { hang } = toolset;
  return new Promise((resolve) => {
    toolset.hang = (run) => {
      resolve();
      return hang.call(toolset, run);
    };
  });
}

describe('the end of the outer call [NEW-29]', () => {
  test('interrupts inner calls when the tool returns without them', async () => {
    const { run, toolset } = open({ deps: { play: (one) => void one.calls.call({ name: 'hang' }) } });
    await run.call('play', {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(toolset.done).toEqual([]);
    const later = open({
      deps: {
        play: async (one) => {
          const begins = begun(later.toolset);
          void one.calls.call({ name: 'hang' });
          await begins;
        },
      },
    });
    await later.run.call('play', {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(later.toolset.done).toEqual(['hang aborted']);
  });

  test('interrupts them when its time is over, also those in a batch', async () => {
    const { run, toolset } = open({ deps: { play: (one) => one.calls.callAll([{ name: 'hang' }, { name: 'hang' }]) } });
    expect(await run.call('hurry', {})).toMatchObject({ status: 'failed', reason: 'timeout' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(toolset.done).toEqual(['hang aborted', 'hang aborted']);
  });

  test('interrupts them when the tool throws', async () => {
    const { run, toolset } = open({
      deps: {
        play: async (one) => {
          const begins = begun(toolset);
          void one.calls.call({ name: 'hang' });
          await begins;
          throw new Error('broken');
        },
      },
    });
    await run.call('play', {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(toolset.done).toEqual(['hang aborted']);
  });

  test('starts no inner call afterwards', async () => {
    let kept: RunContext | undefined;
    const { run, toolset } = open({ deps: { play: (one) => void (kept = one) } });
    await run.call('play', {});
    await expect(kept?.calls.call(look('a'))).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    await expect(kept?.calls.check(look('a'))).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    await expect(kept?.calls.callAll([look('a')])).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    expect(toolset.done).toEqual([]);
  });

  test('voids the requests of inner calls if the call did not succeed', async () => {
    const { run } = open({
      deps: {
        play: async (one) => {
          await one.calls.call({ name: 'pay', arguments: { amount: 5 } });
          throw new Error('broken');
        },
      },
    });
    await run.call('play', {});
    expect(run.pending().requests).toEqual([]);
  });
});

test('the signal of an inner call interrupts it alone', async () => {
  const outcome = await inside(async (run) => {
    const controller = new AbortController();
    const hanging = run.calls.call({ name: 'hang' }, { signal: controller.signal });
    await run.calls.call(look('a'));
    controller.abort();
    return [(await hanging).status, (await run.calls.call(look('b'), { signal: controller.signal })).status];
  });
  expect(outcome).toEqual(['interrupted', 'interrupted']);
});

describe('a separate budget of inner calls', () => {
  const refuse = { name: 'refuse', arguments: { reason: 'Wrong.' } };

  test('leaves the budget of the model alone', async () => {
    const { run } = open({
      deps: {
        play: async (one) => {
          const statuses: string[] = [];
          for (let i = 0; i < 4; i++) statuses.push((await one.calls.call(refuse, { budget: 'own' })).status);
          return statuses;
        },
      },
    });
    expect(await run.call('play', {})).toMatchObject({ value: ['retry', 'retry', 'failed', 'failed'] });
    expect(await run.call('play', {})).toMatchObject({ value: ['retry', 'retry', 'failed', 'failed'] });
    expect(await run.call('refuse', { reason: 'Wrong.' })).toMatchObject({ status: 'retry' });
  });

  test('does not count unknown names either', async () => {
    const { run } = open({
      deps: { play: (one) => one.calls.callAll(Array(5).fill({ name: 'nope' }), { budget: 'own' }) },
    });
    expect(await run.call('play', {})).toMatchObject({ value: Array(5).fill({ status: 'retry', unknownTool: true }) });
    expect(await run.call('nope', {})).toMatchObject({ status: 'retry' });
  });

  test('is spent as one by a batch', async () => {
    const statuses = await inside(async (run) => {
      await run.calls.callAll([refuse, refuse, refuse], { budget: 'own' });
      return (await run.calls.call(refuse, { budget: 'own' })).status;
    });
    expect(statuses).toBe('retry');
  });

  test('is shared with the model otherwise', async () => {
    const { run } = open({ deps: { play: (one) => one.calls.callAll([refuse]) } });
    await run.call('play', {});
    await run.call('play', {});
    expect(await run.call('refuse', { reason: 'Wrong.' })).toMatchObject({ status: 'failed', reason: 'exhausted' });
  });
});

test('events of inner calls name the outer call', async () => {
  const { run, events } = open({
    deps: { play: (one) => one.calls.call({ name: 'pay', arguments: { amount: '5' } }, { place: { line: 3 } }) },
  });
  const { callId } = await run.call('play', {});
  const inner = events.filter(({ tool }) => tool === 'pay');
  expect(inner.map(({ type }) => type)).toEqual(['repaired', 'deferred']);
  for (const event of inner) expect(event).toMatchObject({ parent: { callId, tool: 'play', place: { line: 3 } } });
});
