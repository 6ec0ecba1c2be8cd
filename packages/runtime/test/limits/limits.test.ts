import { CallLimit, Tool, Toolset } from '@haft/core';
import { createRuntime } from '../../src/index.js';
import { Gate } from '../../src/limits/gate.js';
import { SlidingWindow } from '../../src/limits/sliding-window.js';
import { reflect } from '../support/reflect.js';

test('a gate lets in as many as it may, and the others in their order', async () => {
  const gate = new Gate(2);
  const log: string[] = [];
  const visit = async (name: string): Promise<void> => {
    await gate.enter();
    log.push(`+${name}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
    log.push(`-${name}`);
    gate.leave();
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(visit));
  expect(log).toEqual(['+a', '+b', '-a', '+c', '-b', '+d', '-c', '-d']);
  expect([gate.tryEnter(), gate.tryEnter(), gate.tryEnter()]).toEqual([true, true, false]);
});

test('a gate keeps the order of a long queue', async () => {
  const gate = new Gate(1);
  const log: number[] = [];
  const visits = Array.from({ length: 5000 }, async (_, index) => {
    await gate.enter();
    log.push(index);
    gate.leave();
  });
  await Promise.all(visits);
  expect(log).toEqual(Array.from({ length: 5000 }, (_, index) => index));
  expect([gate.tryEnter(), gate.tryEnter()]).toEqual([true, false]);
});

test('a window counts the last 60 seconds [CONC-6]', () => {
  let now = 0;
  const window = new SlidingWindow(2, () => now);
  expect(window.take()).toBeUndefined();
  now = 10_000;
  expect(window.take()).toBeUndefined();
  now = 59_000;
  expect(window.take()).toEqual({ waitMs: 1000 });
  now = 60_000;
  expect(window.take()).toBeUndefined();
  expect(window.take()).toEqual({ waitMs: 10_000 });
});

@Toolset()
class Printer {
  printing = 0;
  most = 0;

  @Tool()
  @CallLimit({ concurrent: 2 })
  async print(): Promise<void> {
    this.most = Math.max(this.most, ++this.printing);
    await new Promise((resolve) => setTimeout(resolve, 2));
    this.printing--;
  }

  @Tool()
  @CallLimit({ perMinute: 2 })
  async fax(): Promise<string> {
    return 'sent';
  }
}
const printer = reflect(Printer, { print: {}, fax: {} });

test('a tool is limited over all runs [CONC-2, NEW-7]', async () => {
  const toolset = new Printer();
  const runtime = createRuntime({ toolsets: [printer, toolset] });
  const outcomes = await Promise.all(Array.from({ length: 7 }, () => runtime.startRun().call({ name: 'print' })));
  expect(outcomes.every(({ status }) => status === 'success')).toBe(true);
  expect(toolset.most).toBe(2);
});

test('a rate is answered with the time to wait [CONC-6, NEW-7]', async () => {
  const runtime = createRuntime({ toolsets: [printer, new Printer()] });
  const outcomes = [];
  for (let i = 0; i < 3; i++) outcomes.push(await runtime.startRun().call({ name: 'fax' }));
  expect(outcomes[2]).toMatchObject({ status: 'failed', reason: 'limit' });
  expect(outcomes[2]?.text).toMatch(/^Rate limit of fax reached\. Try again in (59|60) seconds\.$/);
});
