import { jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { context, ROOT_CONTEXT, SpanStatusCode, trace, type Context, type ContextManager } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { RunContext, Tool, ToolFailed, Toolset } from '@haft/core';
import { createRuntime } from '../../src/index.js';
import { addAttributes, enableTelemetry, withAttributes } from '../../src/telemetry.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';
import { open } from '../programs/office.js';

@Toolset()
class Clock {
  @Tool()
  now(zone: string): string {
    if (zone === 'Mars') throw new ToolFailed('There is no clock on Mars.');
    return `12:00 ${zone}`;
  }
}
const clock = reflect(Clock, { now: { parameters: { zone: { type: 'string' } } } });

test("the spans of OpenTelemetry's own SDK carry name, attributes, status, and the repairs of a repaired call [OBS-1]", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const stop = enableTelemetry({ tracer: provider.getTracer('haft') });
  const run = createRuntime({ toolsets: clock, observe: { logger: quietLogger() } }).startRun();
  await run.call({ id: 'c1', name: 'now', arguments: "{zone: 'Oslo'}" });
  await run.call({ id: 'c2', name: 'now', arguments: '{"zone":7}' });
  await run.call({ id: 'c3', name: 'now', arguments: '{"zone":"Mars"}' });
  await run.end();
  stop();

  const spans = exporter.getFinishedSpans().map(({ name, attributes, status }) => ({
    name,
    outcome: attributes['haft.outcome'],
    repairs: attributes['haft.repairs'],
    attempt: attributes['haft.attempt'],
    error: attributes['error.type'],
    status: status.code,
  }));
  const name = 'execute_tool now';
  expect(spans).toEqual([
    { name, outcome: 'success', repairs: 1, attempt: 0, error: undefined, status: SpanStatusCode.UNSET },
    { name, outcome: 'retry', repairs: 0, attempt: 0, error: undefined, status: SpanStatusCode.UNSET },
    { name, outcome: 'failed', repairs: 0, attempt: 1, error: 'tool', status: SpanStatusCode.ERROR },
  ]);
  await provider.shutdown();
});

test('the spans of inner calls are children of the span of their outer call, and name it [OBS-1, NEW-29]', async () => {
  context.setGlobalContextManager(contextManager());
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const stop = enableTelemetry({
    tracer: provider.getTracer('haft'),
    within: (span, call) => context.with(trace.setSpan(context.active(), span), call),
  });
  const { run } = open({}, { limits: { concurrency: { batch: 1 } } });
  const look = { name: 'look', arguments: { what: 'a' } };
  const series = { name: 'series', arguments: { program: { calls: [look] } } };
  const pay = { name: 'pay', arguments: { amount: 5 } };
  await run.call({ id: 'c1', name: 'together', arguments: { program: { calls: [look, pay, series, look] } } });
  const requests = run.pending().requests;
  await run.resume(Object.fromEntries(requests.map(({ id }) => [id, true])));
  stop();
  context.disable();

  const spans = exporter.getFinishedSpans();
  const callOf = new Map(spans.map((span) => [span.spanContext().spanId, span.attributes['gen_ai.tool.call.id']]));
  const facts = spans.map(({ attributes, parentSpanContext }) => [
    attributes['gen_ai.tool.call.id'],
    attributes['haft.parent_call_id'],
    callOf.get(parentSpanContext?.spanId ?? ''),
  ]);
  expect(facts).toEqual([
    ['c1_0', 'c1', 'c1'],
    ['c1_1', 'c1', 'c1'],
    ['c1_2_0', 'c1_2', 'c1_2'],
    ['c1_2', 'c1', 'c1'],
    ['c1_3', 'c1', 'c1'],
    ['c1', undefined, undefined],
    // The runtime executes a decided inner call before it enters the outer call again.
    ['c1_1', 'c1', undefined],
    ['c1', undefined, undefined],
  ]);
  await run.end();
  await provider.shutdown();
});

test('spans that a tool makes, before and after it waited, are children of the span of its call', async () => {
  context.setGlobalContextManager(contextManager());
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer('app');
  const stop = enableTelemetry({
    tracer: provider.getTracer('haft'),
    within: (span, call) => context.with(trace.setSpan(context.active(), span), call),
  });
  @Toolset()
  class Shop {
    @Tool()
    async order(item: string): Promise<string> {
      tracer.startSpan(`before ${item}`).end();
      await new Promise((resolve) => setTimeout(resolve, 1));
      tracer.startSpan(`after ${item}`).end();
      return item;
    }
  }
  const shop = reflect(Shop, { order: { parameters: { item: { type: 'string' } } } });
  const run = createRuntime({ toolsets: shop, observe: { logger: quietLogger() } }).startRun();
  await run.callAll(['a', 'b'].map((item) => ({ id: item, name: 'order', arguments: { item } })));
  stop();
  await run.call('order', { item: 'c' });
  await run.end();
  context.disable();

  const spans = exporter.getFinishedSpans();
  const callOf = new Map(spans.map((span) => [span.spanContext().spanId, span.attributes['gen_ai.tool.call.id']]));
  const parents = spans
    .filter(({ name }) => !name.startsWith('execute_tool'))
    .map(({ name, parentSpanContext }) => [name, callOf.get(parentSpanContext?.spanId ?? '')]);
  expect(new Map(parents as [string, string | undefined][])).toEqual(
    new Map([
      ['before a', 'a'],
      ['after a', 'a'],
      ['before b', 'b'],
      ['after b', 'b'],
      ['before c', undefined],
      ['after c', undefined],
    ]),
  );
  await provider.shutdown();
});

test('a span has the attributes that the host gives for its calls, and those of its tool, but no other span has them', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  @Toolset()
  class Shop {
    @Tool()
    order(item: string, run: RunContext): string {
      addAttributes(run, { 'mcp.method.name': 'tools/call', 'shop.size': 2 });
      return item;
    }
  }
  const shop = reflect(Shop, { order: { parameters: { item: { type: 'string' }, run: {} } } });
  const run = createRuntime({ toolsets: shop, observe: { logger: quietLogger() } }).startRun();
  const order = (id: string) => run.call({ id, name: 'order', arguments: { item: 'a' } });
  const none = withAttributes({ 'gen_ai.conversation.id': 'never' }, () => 'no telemetry');
  const stop = enableTelemetry({ tracer: provider.getTracer('haft') });
  await withAttributes({ 'gen_ai.conversation.id': 'chat 1' }, () =>
    withAttributes({ 'mcp.method.name': 'other', 'mcp.resource.uri': 'secret://1' }, () => order('c1')),
  );
  await order('c2');
  stop();
  expect(none).toBe('no telemetry');
  const names = ['gen_ai.tool.call.id', 'gen_ai.conversation.id', 'mcp.method.name', 'mcp.resource.uri', 'shop.size'];
  expect(exporter.getFinishedSpans().map(({ attributes }) => names.map((name) => attributes[name]))).toEqual([
    ['c1', 'chat 1', 'other', undefined, 2],
    ['c2', undefined, 'tools/call', undefined, 2],
  ]);
  await run.end();
  await provider.shutdown();
});

test.each([
  [{}, { name: 'TypeError', message: expect.stringMatching(/^error id [\w-]+$/), stack: undefined }],
  [{ recordExceptions: true }, { name: 'TypeError', message: 'secret', stack: expect.stringContaining('secret') }],
])('a span has the message of an exception only when asked for: %j [OBS-2]', async (options, recorded) => {
  const exceptions: Error[] = [];
  const span = {
    setAttributes: () => span,
    setStatus: () => span,
    recordException: (error: Error) => exceptions.push(error),
    end: () => undefined,
  };
  @Toolset()
  class Shop {
    @Tool()
    order(): never {
      throw new TypeError('secret');
    }
  }
  const stop = enableTelemetry({ tracer: { startSpan: () => span }, ...options });
  const toolsets = reflect(Shop, { order: {} });
  await createRuntime({ toolsets, observe: { logger: quietLogger() } })
    .startRun()
    .call('order', {});
  stop();
  expect(exceptions.map(({ name, message, stack }) => ({ name, message, stack }))).toEqual([recorded]);
});

test.each([
  ['forgets to return what the call gives', (call: () => unknown) => void call()],
  ['forgets to make the call', () => undefined],
  ['throws before the call', () => fail()],
  [
    'throws after the call',
    (call: () => unknown) => {
      call();
      fail();
    },
  ],
])('a `within` that %s disturbs no call: it is made, once', async (_what, within) => {
  const raised: unknown[] = [];
  const nextTick = jest.spyOn(process, 'nextTick').mockImplementation((raise) => {
    try {
      (raise as () => void)();
    } catch (error) {
      raised.push(error);
    }
  });
  const span = {
    setAttributes: () => span,
    setStatus: () => span,
    recordException: () => undefined,
    end: () => undefined,
  };
  const stop = enableTelemetry({
    tracer: { startSpan: () => span },
    within: (_span, call) => within(call) as never,
  });
  let made = 0;
  @Toolset()
  class Shop {
    @Tool()
    order(): number {
      return ++made;
    }
  }
  const shop = reflect(Shop, { order: {} });
  const run = createRuntime({ toolsets: shop, observe: { logger: quietLogger() } }).startRun();
  const outcome = await run.call('order', {});
  stop();
  nextTick.mockRestore();
  expect(outcome).toMatchObject({ status: 'success', value: 1 });
  expect(made).toBe(1);
  for (const error of raised) expect(error).toMatchObject({ message: 'of within' });
});

function fail(): never {
  throw new Error('of within');
}

/** As @opentelemetry/context-async-hooks does it. */
function contextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, fn, self, ...args) => storage.run(active, () => fn.apply(self as never, args)),
    bind: (active, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}
