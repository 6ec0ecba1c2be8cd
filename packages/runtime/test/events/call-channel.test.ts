import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Sensitive, Tool, Toolset } from '@haft/core';
import { callChannel, createRuntime, type CallTrace, type Run } from '../../src/index.js';
import { enableTelemetry } from '../../src/telemetry.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

void Sensitive;

@Toolset()
class Vault {
  @Tool()
  async open(pin: string, options: object): Promise<string> {
    return `${pin.length} ${JSON.stringify(options).length}`;
  }

  @Tool()
  async crash(): Promise<never> {
    throw new TypeError('broken');
  }
}
const vault = reflect(Vault, {
  open: { parameters: { pin: { type: 'string' }, 'options?': { type: 'object' } }, sensitive: [['pin']], open: true },
  crash: {},
});

function start(): Run {
  const runtime = createRuntime({ toolsets: [vault, new Vault()], observe: { logger: quietLogger() } });
  return runtime.startRun({ id: 'r1' }) as Run;
}

const NAMES = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
let seen: [string, CallTrace][] = [];
const subscribers = Object.fromEntries(
  NAMES.map((name) => [name, (trace: unknown) => void seen.push([name, { ...(trace as CallTrace) }])]),
) as unknown as Parameters<typeof callChannel.subscribe>[0];

beforeEach(() => {
  seen = [];
});

describe('with a subscriber [OBS-4]', () => {
  beforeEach(() => callChannel.subscribe(subscribers));
  afterEach(() => callChannel.unsubscribe(subscribers));

  test('a call is told when it begins and when it is answered, with its outcome', async () => {
    const outcome = await start().call({ id: 'c1', name: 'open', arguments: { pin: '1234', options: { a: 1 } } });
    expect(seen.map(([name]) => name)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd']);
    expect(seen[0]?.[1]).toMatchObject({ callId: 'c1', runId: 'r1', definition: { name: 'open' } });
    expect(seen[0]?.[1]).not.toHaveProperty('outcome');
    expect(seen[3]?.[1].outcome).toEqual(outcome);
  });

  test('the channels are found by their names, without Haft [OBS-4]', async () => {
    const told: unknown[] = [];
    const listen = (trace: unknown): void => void told.push((trace as CallTrace).callId);
    subscribe('tracing:haft:call:start', listen);
    await start().call({ id: 'c1', name: 'open', arguments: { pin: '1234', options: {} } });
    unsubscribe('tracing:haft:call:start', listen);
    expect(told).toEqual(['c1']);
  });

  test('sensitive values are in no trace, by path and by key [HOOK-8]', async () => {
    const options = { a: 1, nested: [{ Password: 'hunter2', apiKey: 'sk-1', b: 2 }] };
    await start().call({ name: 'open', arguments: { pin: '1234', options } });
    expect(seen[3]?.[1].arguments).toEqual({ options: { a: 1, nested: [{ b: 2 }] } });
  });

  test('an unexpected exception is told as it is', async () => {
    await start().call({ name: 'crash' });
    expect(seen.map(([name]) => name)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd']);
    expect(seen[2]?.[1].error).toBeInstanceOf(TypeError);
  });

  test('a refused call is told too', async () => {
    await start().call({ name: 'open', arguments: '{' });
    expect(seen.at(-1)?.[1].outcome).toMatchObject({ status: 'retry' });
  });
});

test('telemetry creates a span for each call and records its duration, with contents only on request [OBS-1, OBS-2, OBS-3]', async () => {
  const spans: Record<string, unknown>[] = [];
  const durations: unknown[] = [];
  const tracer = {
    startSpan: (name: string, { attributes }: { attributes: object }) => {
      const span: Record<string, unknown> = { name, attributes: { ...attributes } };
      spans.push(span);
      return {
        setAttributes: (more: object) => void Object.assign(span['attributes'] as object, more),
        setStatus: (status: object) => void (span['status'] = status),
        recordException: (error: Error) => void (span['exception'] = error.message),
        end: () => void (span['ended'] = true),
      };
    },
  };
  const meter = {
    createHistogram: (name: string) => ({
      record: (value: number, attributes: object) => void durations.push([name, value >= 0, attributes]),
    }),
  };
  const stop = enableTelemetry({ tracer, meter });
  const run = start();
  await run.call({ id: 'c1', name: 'open', arguments: { pin: '1234', options: {} } });
  await run.call({ id: 'c2', name: 'crash' });
  stop();
  const stopWithContents = enableTelemetry({ tracer, recordArguments: true, recordResults: true });
  await run.call({ id: 'c3', name: 'open', arguments: { pin: '1234', options: {} } });
  stopWithContents();
  await run.call({ id: 'c4', name: 'crash' });

  const common = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.type': 'function',
    'haft.run.id': 'r1',
    'haft.toolset': 'Vault',
    'haft.attempt': 0,
    'haft.repairs': 0,
  };
  expect(spans).toEqual([
    {
      name: 'execute_tool open',
      ended: true,
      attributes: {
        ...common,
        'gen_ai.tool.name': 'open',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.description': 'Does open.',
        'haft.outcome': 'success',
      },
    },
    {
      name: 'execute_tool crash',
      ended: true,
      status: { code: 2, message: 'exception' },
      exception: expect.stringMatching(/^error id /),
      attributes: {
        ...common,
        'gen_ai.tool.name': 'crash',
        'gen_ai.tool.call.id': 'c2',
        'gen_ai.tool.description': 'Does crash.',
        'haft.outcome': 'failed',
        'error.type': 'exception',
      },
    },
    {
      name: 'execute_tool open',
      ended: true,
      attributes: {
        ...common,
        'gen_ai.tool.name': 'open',
        'gen_ai.tool.call.id': 'c3',
        'gen_ai.tool.description': 'Does open.',
        'haft.outcome': 'success',
        'gen_ai.tool.call.arguments': '{"options":{}}',
        'gen_ai.tool.call.result': '4 2',
      },
    },
  ]);
  const name = 'gen_ai.execute_tool.duration';
  expect(durations).toEqual([
    [name, true, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'open' }],
    [name, true, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'crash', 'error.type': 'exception' }],
  ]);
});
