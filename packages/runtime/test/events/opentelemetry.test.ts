import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { Tool, ToolFailed, Toolset } from '@haft/core';
import { createRuntime } from '../../src/index.js';
import { enableTelemetry } from '../../src/telemetry.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Clock {
  @Tool()
  now(zone: string): string {
    if (zone === 'Mars') throw new ToolFailed('There is no clock on Mars.');
    return `12:00 ${zone}`;
  }
}
const clock = reflect(Clock, { now: { parameters: { zone: { type: 'string' } } } });

test("the spans of OpenTelemetry's own SDK carry name, attributes, status, and the repairs of a mended call", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const stop = enableTelemetry({ tracer: provider.getTracer('haft') });
  const run = createRuntime({ toolsets: clock, logger: quietLogger() }).startRun();
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
