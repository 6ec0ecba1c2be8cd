import { callChannel, type CallTrace } from './events/call-channel.js';
import {
  attributesAtEnd,
  attributesAtStart,
  ERROR_TYPE,
  OPERATION,
  TOOL_NAME,
  type SpanAttributes,
} from './events/gen-ai-attributes.js';

/** As much of OpenTelemetry's `Tracer` as is used: `trace.getTracer('haft')` of @opentelemetry/api fits. */
export interface TracerLike {
  startSpan(name: string, options: { readonly attributes: SpanAttributes }): SpanLike;
}

/** As much of a `Span` as is used. */
export interface SpanLike {
  setAttributes(attributes: SpanAttributes): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  recordException(error: Error): void;
  end(): void;
}

/** As much of OpenTelemetry's `Meter` as is used: `metrics.getMeter('haft')` fits. */
export interface MeterLike {
  createHistogram(
    name: string,
    options: { readonly description: string; readonly unit: string },
  ): { record(value: number, attributes: Readonly<Record<string, string>>): void };
}

/** Options of {@link enableTelemetry}. */
export interface TelemetryOptions {
  readonly tracer?: TracerLike;
  readonly meter?: MeterLike;
  /** Whether spans carry arguments, without what is sensitive. Default false: they may be personal. */
  readonly recordArguments?: boolean;
  /** Whether spans carry what the model read. Default false. */
  readonly recordResults?: boolean;
}

/**
 * Makes a span `execute_tool NAME` for every tool call of the process, and records its duration.
 *
 * @returns a function that stops it
 * @example const stop = enableTelemetry({ tracer: trace.getTracer('haft'), meter: metrics.getMeter('haft') });
 */
export function enableTelemetry(options: TelemetryOptions): () => void {
  const observer = new CallObserver(options);
  const subscribers = {
    start: observer.start,
    end: nothing,
    asyncStart: nothing,
    asyncEnd: observer.finish,
    error: nothing,
  };
  callChannel.subscribe(subscribers);
  return () => {
    callChannel.unsubscribe(subscribers);
  };
}

class CallObserver {
  private readonly durations;
  private readonly running = new WeakMap<CallTrace, { readonly span: SpanLike | undefined; readonly begin: number }>();

  constructor(private readonly options: TelemetryOptions) {
    this.durations = options.meter?.createHistogram('gen_ai.execute_tool.duration', {
      description: 'Duration of tool calls.',
      unit: 's',
    });
  }

  readonly start = (trace: CallTrace): void => {
    const name = `execute_tool ${trace.definition.name}`;
    const span = this.options.tracer?.startSpan(name, { attributes: attributesAtStart(trace) });
    this.running.set(trace, { span, begin: performance.now() });
  };

  readonly finish = (trace: CallTrace): void => {
    const running = this.running.get(trace);
    // It began before anybody listened.
    if (running === undefined) return;
    const atEnd = attributesAtEnd(trace, this.options);
    const errorType = atEnd[ERROR_TYPE];
    this.durations?.record((performance.now() - running.begin) / 1000, {
      [OPERATION]: 'execute_tool',
      [TOOL_NAME]: trace.definition.name,
      ...(errorType === undefined ? {} : { [ERROR_TYPE]: errorType }),
    });
    const { span } = running;
    if (span === undefined) return;
    span.setAttributes(atEnd);
    if (errorType !== undefined) span.setStatus({ code: STATUS_ERROR, message: errorType });
    if (trace.error instanceof Error) span.recordException(trace.error);
    span.end();
  };
}

/** `SpanStatusCode.ERROR` of @opentelemetry/api. */
const STATUS_ERROR = 2;
const nothing = (): void => undefined;
