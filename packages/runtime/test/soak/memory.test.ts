import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RunContext, Tool, Toolset } from '@haft/core';
import { createRuntime, type Runtime } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Echo {
  @Tool()
  async echo(value: number): Promise<number> {
    return value;
  }

  @Tool()
  async look(run: RunContext): Promise<boolean> {
    return run.signal.aborted;
  }
}
const echo = reflect(Echo, { echo: { parameters: { value: { type: 'number' } } }, look: { parameters: { run: {} } } });

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const TIMES = 30_000;

/** In bytes for each call: less than the smallest object that a call could leave. */
const MOST = 50;

// A collection leaves what died while V8 was marking already, and what weak references hold until
// the turn ends. Later collections free it. They never free what is kept.
async function keptBytes(): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < 4; i++) {
    await nextTurn();
    collect();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least;
}

/** Returns the bytes that each time leaves behind. */
async function growthOf(work: (times: number) => Promise<void>): Promise<number> {
  await work(5000);
  const before = await keptBytes();
  await work(TIMES);
  return ((await keptBytes()) - before) / TIMES;
}

function start(): Runtime {
  return createRuntime({ toolsets: [echo, new Echo()], observe: { logger: quietLogger() } }) as Runtime;
}

test('30,000 calls in one run leave nothing behind', async () => {
  const run = start().startRun({ signal: new AbortController().signal });
  const growth = await growthOf(async (times) => {
    for (let i = 0; i < times; i++) {
      await run.call({
        id: `c${i}`,
        name: i % 10 === 0 ? 'look' : 'echo',
        arguments: i % 10 === 0 ? {} : `{"value":${i}}`,
      });
    }
  });
  expect(growth).toBeLessThan(MOST);
});

test('30,000 runs of one runtime and one signal leave nothing behind', async () => {
  const runtime = start();
  const { signal } = new AbortController();
  const growth = await growthOf(async (times) => {
    for (let i = 0; i < times; i++) {
      const run = runtime.startRun({ signal });
      await run.call({ id: 'c', name: 'echo', arguments: '{"value":1}' });
      await run.end();
    }
  });
  expect(growth).toBeLessThan(MOST);
});

test('refused and unknown calls leave nothing behind', async () => {
  const runtime = start();
  const growth = await growthOf(async (times) => {
    const run = runtime.startRun({ retries: 1_000_000 });
    for (let i = 0; i < times / 10; i++) {
      await run.call({ name: 'echo', arguments: `{"value":"${i}x"}` });
      await run.call({ name: `no_${i}` });
    }
  });
  expect(growth).toBeLessThan(MOST);
});
