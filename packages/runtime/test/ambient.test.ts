import { RunContext, Tool, Toolset } from '@haft/core';
import { currentRun } from '../src/ambient.js';
import { createRuntime } from '../src/index.js';
import { reflect } from './support/reflect.js';

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * 3));

@Toolset()
class Office {
  @Tool()
  async work(run: RunContext): Promise<readonly (string | undefined)[]> {
    const seen: (string | undefined)[] = [];
    for (let i = 0; i < 5; i++) {
      await pause();
      seen.push(currentRun()?.userId, run.userId);
    }
    return seen;
  }

  @Tool()
  async ask(): Promise<unknown> {
    return currentRun()?.callId;
  }
}
const office = reflect(Office, { work: { parameters: { run: {} } }, ask: {} });

test('10,000 runs at the same time never see each other', async () => {
  // A long deadline: on a busy machine, so many calls take longer than the usual one.
  const limits = { concurrency: { runtime: 10_000 }, timeoutMs: 600_000 };
  const runtime = createRuntime({ toolsets: [office, new Office()], limits });
  const users = Array.from({ length: 10_000 }, (_, index) => `user ${index}`);
  const outcomes = await Promise.all(users.map((userId) => runtime.startRun({ userId }).call({ name: 'work' })));
  const mixed = outcomes.filter((outcome, index) =>
    outcome.status === 'success' ? (outcome.value as string[]).some((seen) => seen !== users[index]) : true,
  );
  expect(mixed).toEqual([]);
}, 600_000);

test('the ambient run is that of the call, and there is none outside [CTX-3]', async () => {
  const runtime = createRuntime({ toolsets: [office, new Office()] });
  expect(await runtime.startRun().call({ id: 'c9', name: 'ask' })).toMatchObject({ value: 'c9' });
  expect(currentRun()).toBeUndefined();
});
