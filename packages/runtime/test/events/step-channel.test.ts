import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Tool, Toolset } from '@haft/core';
import {
  createRuntime,
  eventChannel,
  runChannel,
  stepChannel,
  type EventMessage,
  type Runtime,
  type RunMessage,
  type StepMessage,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Clock {
  @Tool()
  async tell(zone: string): Promise<string> {
    return `noon in ${zone}`;
  }
}
const clock = reflect(Clock, { tell: { parameters: { zone: { type: 'string' } } } });

const start = (): Runtime => createRuntime({ toolsets: clock, observe: { logger: quietLogger() } }) as Runtime;

/** Collects the messages of a channel while a function runs. */
async function told<Message>(channel: { readonly name: string | symbol }, during: () => Promise<unknown>) {
  const messages: Message[] = [];
  const listen = (message: unknown): void => void messages.push(message as Message);
  subscribe(channel.name, listen);
  try {
    await during();
  } finally {
    unsubscribe(channel.name, listen);
  }
  return messages;
}

describe('haft:step [TSP-24]', () => {
  const steps = async (args: unknown, name = 'tell'): Promise<string[]> => {
    const run = start().startRun({ id: 'r1' });
    const messages = await told<StepMessage>(stepChannel, () => run.call({ id: 'c1', name, arguments: args }));
    expect(messages.every(({ runId, callId }) => runId === 'r1' && callId === 'c1')).toBe(true);
    return messages.map(({ step }) => step);
  };

  test('tells each step of a call when it begins', async () => {
    expect(await steps({ zone: 'Bonn' })).toEqual([
      ...['find', 'admit', 'gates', 'interceptors', 'parse', 'check', 'revive', 'rules'],
      ...['decide', 'cache', 'resolve', 'execute', 'encode', 'record'],
    ]);
  });

  test('ends with the step that answers the call, and its record', async () => {
    expect((await steps({ zone: 5, other: 1 })).slice(-3)).toEqual(['parse', 'check', 'record']);
  });

  test('has the times in order, and the runtime', async () => {
    const runtime = start();
    const messages = await told<StepMessage>(stepChannel, () => runtime.startRun().call('tell', { zone: 'x' }));
    const times = messages.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(messages.map((one) => one.runtime))).toEqual(new Set([runtime]));
  });

  test('gives the same outcome as a call without a subscriber', async () => {
    const call = (): Promise<unknown> =>
      start()
        .startRun()
        .call({ id: 'c1', name: 'tell', arguments: { zone: 'x' } });
    const before = await call();
    await told(stepChannel, async () => {
      expect(await call()).toEqual(before);
    });
  });
});

describe('haft:run [TSP-24]', () => {
  test('tells the start and the end of a run, with its user and tenant', async () => {
    const runtime = start();
    const messages = await told<RunMessage>(runChannel, async () => {
      const run = runtime.startRun({ id: 'r1', userId: 'ada', tenantId: 'acme' });
      await run.end();
      await run.end();
    });
    const facts = { runtime, runId: 'r1', userId: 'ada', tenantId: 'acme', at: expect.any(Number) };
    expect(messages).toEqual([
      { type: 'start', ...facts },
      { type: 'end', ...facts },
    ]);
  });

  test('tells no run of the runtime itself', async () => {
    const runtime = start();
    expect(await told(runChannel, () => runtime.describe())).toEqual([]);
  });

  test('tells nothing of a run that started before the subscription', async () => {
    const run = start().startRun();
    expect(await told(runChannel, () => run.end())).toEqual([]);
  });
});

describe('haft:event [TSP-24]', () => {
  test('tells the events of a run without a listener, with their time', async () => {
    const runtime = start();
    const before = Date.now();
    const messages = await told<EventMessage>(eventChannel, () =>
      runtime.startRun({ id: 'r1' }).call({ id: 'c1', name: 'tell', arguments: {} }),
    );
    expect(messages).toEqual([
      { runtime, event: expect.objectContaining({ type: 'retry', runId: 'r1', callId: 'c1', tool: 'tell' }) },
    ]);
    expect(messages[0]?.event.at).toBeGreaterThan(before - 1000);
  });

  test('tells the same object that a listener of the run gets', async () => {
    const heard: unknown[] = [];
    const messages = await told<EventMessage>(eventChannel, () =>
      start()
        .startRun({ onEvent: (event) => void heard.push(event) })
        .call({ name: 'tell' }),
    );
    expect(messages.map(({ event }) => event)).toEqual(heard);
    expect(messages[0]?.event).toBe(heard[0]);
  });
});
