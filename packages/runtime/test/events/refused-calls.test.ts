import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ModelRetry, StopRun, type ToolCall, type ToolOutcome } from '@haft/core';
import { enableTelemetry } from '../../src/telemetry.js';
import {
  callChannel,
  compose,
  createRuntime,
  defineTool,
  toolset,
  type CallTrace,
  type Run,
  type RunEvent,
  type Runtime,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

/* Calls that get an answer before they start: an observer sees each of them once. */

const tool = (name: string, execute: () => unknown, settings: object = {}) =>
  defineTool({ name, description: `Does ${name}.`, parameters: { type: 'object' }, settings, execute });
const fail = (error: Error) => (): never => {
  throw error;
};
const tools = [
  tool('work', () => 'worked'),
  tool('once', () => 'worked', { callLimit: { perRun: 1 } }),
  tool('often', () => 'worked', { callLimit: { perMinute: 1 } }),
  tool('ask', fail(new ModelRetry('Again.')), { retries: 0 }),
  tool('stop', fail(new StopRun('Enough.'))),
];
const hidden = compose(toolset('attic', [tool('hidden', () => 'found')])).deferLoading();

let traces: [string, CallTrace][];
let events: RunEvent[];
let runtime: Runtime;
const note = (name: string) => (trace: unknown) => void traces.push([name, { ...(trace as CallTrace) }]);
const subscribers = {
  start: note('start'),
  end: note('end'),
  asyncStart: note('asyncStart'),
  asyncEnd: note('asyncEnd'),
  error: note('error'),
};

beforeEach(() => {
  traces = [];
  events = [];
  const onEvent = (event: RunEvent) => events.push(event);
  runtime = createRuntime({
    toolsets: [toolset('desk', tools), hidden],
    observe: { logger: quietLogger(), onEvent },
  }) as Runtime;
  callChannel.subscribe(subscribers);
});
afterEach(() => {
  callChannel.unsubscribe(subscribers);
});

const ways: Readonly<Record<string, (run: Run, call: ToolCall) => Promise<ToolOutcome>>> = {
  alone: (run, call) => run.call(call),
  'in a batch': async (run, call) => (await run.callAll([call]))[0] as ToolOutcome,
  'with options': (run, call) => run.call(call, { onProgress: () => undefined }),
};
type Case = readonly [what: string, name: string, before: string, started: object, told: object];
const cases: readonly Case[] = [
  ['the limit of the run', 'work', 'work', { maxCalls: 1 }, { type: 'refused', status: 'failed', reason: 'limit' }],
  ['the limit of the tool', 'once', 'once', {}, { type: 'refused', status: 'failed', reason: 'limit' }],
  ['the rate of the tool', 'often', 'often', {}, { type: 'refused', status: 'failed', reason: 'limit' }],
  ['an equal call after the last retry', 'ask', 'ask', {}, { type: 'refused', status: 'failed', reason: 'exhausted' }],
  ['a halted run', 'work', 'stop', {}, { type: 'refused', status: 'failed', reason: 'halted' }],
  ['a cancelled run', 'work', 'cancel', {}, { type: 'refused', status: 'interrupted' }],
  ['a tool to be found first', 'hidden', '', {}, { type: 'retry' }],
  ['an unknown name', 'wrok', '', {}, { type: 'retry' }],
  ['one unknown name too many', 'wrok', 'wrok', { retries: 0 }, { type: 'exhausted' }],
  ['an unknown name in a halted run', 'wrok', 'stop', {}, { type: 'refused', status: 'failed', reason: 'halted' }],
  ['an unknown name in a cancelled run', 'wrok', 'cancel', {}, { type: 'refused', status: 'interrupted' }],
];

describe.each(Object.entries(ways))('a call that is refused %s [OBS-4]', (_way, make) => {
  it.each(cases)('for %s is in the trace and in the events, once', async (_what, name, before, started, told) => {
    const run = runtime.startRun(started) as Run;
    if (before === 'cancel') run.cancel();
    else if (before !== '') await run.call({ name: before });
    traces = [];
    events = [];
    const outcome = await make(run, { id: 'c1', name, arguments: {} });
    const isKnown = name !== 'wrok';
    expect(traces.map(([type]) => type)).toEqual(['start', 'asyncStart', 'asyncEnd', 'end']);
    expect(traces[0]?.[1]).toMatchObject({ callId: 'c1', runId: run.id, tool: name });
    expect(traces[0]?.[1].definition?.name).toBe(isKnown ? name : undefined);
    expect(traces[2]?.[1].outcome).toEqual(outcome);
    expect(events).toEqual([expect.objectContaining({ runId: run.id, callId: 'c1', tool: name, ...told })]);
    const counted = runtime.statistics().find((one) => one.tool === name);
    expect(counted?.refused).toBe(isKnown ? 1 : undefined);
  });
});

it('calls of a batch that wait when the run is stopped are told once', async () => {
  const run = createRuntime({
    toolsets: toolset('desk', tools),
    limits: { concurrency: { batch: 1 } },
    observe: { onEvent: (event) => events.push(event) },
  }).startRun();
  const names = ['stop', 'work', 'work', 'wrok'];
  const outcomes = await run.callAll(names.map((name, id) => ({ id: `c${id}`, name, arguments: {} })));
  expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'retry']);
  const ends = traces.filter(([type]) => type === 'asyncEnd').map(([, trace]) => trace.callId);
  expect(ends.sort()).toEqual(['c0', 'c1', 'c2', 'c3']);
  expect(traces.filter(([type]) => type === 'start')).toHaveLength(4);
  expect(events.filter(({ type }) => type === 'refused').map((event) => event.callId)).toEqual(['c1', 'c2']);
});

it('the success rate is of the calls that were made', async () => {
  const run = runtime.startRun();
  for (let i = 0; i < 4; i++) await run.call({ name: 'once', arguments: {} });
  expect(runtime.statistics().find((one) => one.tool === 'once')).toMatchObject({
    calls: 4,
    refused: 3,
    outcomes: { success: 1, failed: 3 },
    successRate: 1,
  });
});

it('telemetry has a span and a duration for each, and invented names name no span and no metric', async () => {
  const spans: [string, Record<string, unknown>][] = [];
  const durations: unknown[] = [];
  const tracer = {
    startSpan: (name: string, { attributes }: { readonly attributes: object }) => {
      const all = { ...attributes };
      spans.push([name, all]);
      const set = (more: object): object => Object.assign(all, more);
      return { setAttributes: set, setStatus: () => undefined, recordException: () => undefined, end: () => undefined };
    },
  };
  const histogram = { record: (_value: number, attributes: object) => void durations.push(attributes) };
  const stop = enableTelemetry({ tracer, meter: { createHistogram: () => histogram } });
  const run = runtime.startRun({ maxCalls: 0 });
  await run.call({ name: 'work', arguments: {} });
  await run.call({ name: 'x'.repeat(10_000), arguments: {} });
  stop();
  expect(spans).toEqual([
    ['execute_tool work', expect.objectContaining({ 'gen_ai.tool.name': 'work', 'error.type': 'limit' })],
    ['execute_tool (unknown)', expect.objectContaining({ 'haft.outcome': 'retry' })],
  ]);
  expect(spans[1]?.[1]['gen_ai.tool.name']).toHaveLength(67);
  expect(durations).toMatchObject([
    { 'gen_ai.tool.name': 'work', 'error.type': 'limit' },
    { 'gen_ai.tool.name': '(unknown)' },
  ]);
});
