import assert from 'node:assert/strict';
import { context, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createRuntime } from 'haft';
import { enableTelemetry } from 'haft/telemetry';
import { toolsets } from './toolsets.gen.js';

// In production: the exporter of your collector, or a provider that an SDK of a vendor registered.
const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

const stop = enableTelemetry({
  tracer: provider.getTracer('my-app'),
  // Spans of the tool, such as those of its database, become children of the span of its call.
  within: (span, call) => context.with(trace.setSpan(context.active(), span), call),
});

const run = createRuntime({ toolsets }).startRun();
await run.call({ id: 'c1', name: 'clock_now', arguments: "{zone: 'Oslo'}" }); // repaired
await run.call('clock_now', { zone: 'Mars' });
stop();

const spans = exporter.getFinishedSpans();
assert.deepEqual(
  spans.map(({ name, attributes }) => [name, attributes['haft.outcome'], attributes['haft.repairs']]),
  [
    ['execute_tool clock_now', 'success', 1],
    ['execute_tool clock_now', 'failed', 0],
  ],
);
assert.ok(!JSON.stringify(spans.map(({ attributes }) => attributes)).includes('Oslo')); // no arguments
