/*
 * Spans and metrics of OpenTelemetry for calls and runs.
 */

import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import { AsyncLocalStorage } from 'node:async_hooks';
import { callChannel, type CallTrace } from './events/call-channel.js';
import {
  attributesAtEnd,
  attributesAtStart,
  ERROR_TYPE,
  operationOf,
  OPERATIONS,
  type SpanAttributes,
} from './events/gen-ai-attributes.js';

export { callsOfLedger, type LedgerCalls } from './run/pending/calls-of-ledger.js';
export { recordCalls, type RecordCallsOptions } from './events/record-calls.js';
export { addAttributes, withAttributes, type CallAttributes } from './events/span-attributes.js';

/**
 * The part of OpenTelemetry's `Tracer` that Haft uses: pass `trace.getTracer('haft')` of
 * @opentelemetry/api.
 */
export interface TracerLike<Span extends SpanLike = SpanLike> {
  /** Starts a span. */
  startSpan(name: string, options: { readonly attributes: SpanAttributes }): Span;
}

/** The part of OpenTelemetry's `Span` that Haft uses. */
export interface SpanLike {
  /** Sets attributes of the span. */
  setAttributes(attributes: SpanAttributes): unknown;
  /** Sets the status. A `code` of 2 is an error. */
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  /** Adds an exception to the span. */
  recordException(error: Error): void;
  /** Ends the span. */
  end(): void;
}

/** The part of OpenTelemetry's `Meter` that Haft uses: pass `metrics.getMeter('haft')`. */
export interface MeterLike {
  /** Creates a histogram. */
  createHistogram(
    name: string,
    options: { readonly description: string; readonly unit: string },
  ): { record(value: number, attributes: Readonly<Record<string, string>>): void };
}

/** Options of {@link enableTelemetry}. */
export interface TelemetryOptions<Span extends SpanLike = SpanLike> {
  /** Creates the spans. Default: no spans. */
  readonly tracer?: TracerLike<Span>;
  /**
   * Makes the call inside its span, so that spans of the tool and of its clients become children of
   * it. With @opentelemetry/api: `(span, call) => context.with(trace.setSpan(context.active(),
   * span), call)`. Default: they have the active span of the host as parent.
   */
  readonly within?: <Result>(span: Span, call: () => Result) => Result;
  /** Records the durations of calls, in seconds. Default: no durations. */
  readonly meter?: MeterLike;
  /** Whether spans carry arguments that are not sensitive. Default: false, for privacy. */
  readonly recordArguments?: boolean;
  /** Whether spans carry the text that the model read. Default: false. */
  readonly recordResults?: boolean;
  /**
   * Whether spans carry the message and stack of an unexpected error. Default: false, since they
   * may contain queries, paths and secrets. Spans then carry the class of the error and its error
   * id. Look up the id in your logs or in `onEvent`.
   */
  readonly recordExceptions?: boolean;
}

/**
 * Starts a span `execute_tool NAME` for every tool call of the process, and records its duration.
 * A call over MCP has its `mcp.*` attributes too.
 *
 * @param options - tracer, meter, and the parts of a call to record
 * @returns a function that stops the telemetry
 * @example const stop =
 *   enableTelemetry({ tracer: trace.getTracer('haft'), meter: metrics.getMeter('haft') });
 */
export function enableTelemetry<Span extends SpanLike>(options: TelemetryOptions<Span>): () => void {
  refuseUnknownOptions('enableTelemetry', options, OPTIONS);
  const observer = new CallObserver(options);
  const inside = new InsideSpan(observer);
  const subscribers = {
    start: observer.start,
    end: nothing,
    asyncStart: nothing,
    asyncEnd: observer.finish,
    error: nothing,
  };
  callChannel.subscribe(subscribers);
  if (options.within !== undefined) callChannel.start.bindStore(inside, observer.begin);
  return () => {
    callChannel.start.unbindStore(inside);
    callChannel.unsubscribe(subscribers);
  };
}

/** A call that is being observed. */
interface ObservedCall<Span> {
  readonly span: Span | undefined;
  readonly atStart: SpanAttributes;
  readonly begin: number;
}

class CallObserver<Span extends SpanLike> {
  private readonly durations;
  private readonly running = new WeakMap<CallTrace, ObservedCall<Span>>();

  constructor(readonly options: TelemetryOptions<Span>) {
    this.durations = options.meter?.createHistogram('gen_ai.execute_tool.duration', {
      description: 'Duration of tool calls.',
      unit: 's',
    });
  }

  /** Begins a call unless `begin` did. A channel runs its stores before its subscribers. */
  readonly start = (trace: CallTrace): void => {
    if (!this.running.has(trace)) this.begin(trace);
  };

  readonly begin = (trace: CallTrace): ObservedCall<Span> => {
    const kind = trace.definition?.kind ?? 'tool';
    const atStart = attributesAtStart(trace, this.options);
    const span = this.options.tracer?.startSpan(`${OPERATIONS[kind]} ${knownName(trace)}`, { attributes: atStart });
    const observed = { span, atStart, begin: performance.now() };
    this.running.set(trace, observed);
    return observed;
  };

  readonly finish = (trace: CallTrace): void => {
    const running = this.running.get(trace);
    // The call began before the subscription.
    if (running === undefined) return;
    const atEnd = attributesAtEnd(trace, running.atStart, this.options);
    const errorType = atEnd[ERROR_TYPE];
    this.durations?.record((performance.now() - running.begin) / 1000, {
      ...operationOf(trace, knownName(trace)),
      ...(errorType === undefined ? {} : { [ERROR_TYPE]: errorType }),
    });
    const { span } = running;
    if (span === undefined) return;
    span.setAttributes(atEnd);
    if (errorType !== undefined) span.setStatus({ code: STATUS_ERROR, message: errorType });
    if (trace.error instanceof Error) {
      span.recordException(this.options.recordExceptions === true ? trace.error : withoutMessage(trace.error, trace));
    }
    span.end();
  };
}

/** Returns an error with the class and the error id of another one, but not its text. */
function withoutMessage({ name }: Error, { outcome }: CallTrace): Error {
  const errorId = outcome?.status === 'failed' ? outcome.errorId : undefined;
  const error = new Error(errorId === undefined ? '(not recorded)' : `error id ${errorId}`);
  error.name = name;
  delete error.stack;
  return error;
}

/** Returns the name of a known tool. Models invent names, and span names must be few. */
function knownName({ definition }: CallTrace): string {
  return definition?.name ?? '(unknown)';
}

/** A store of the channel that makes a call inside of `within`. It stores nothing. */
class InsideSpan<Span extends SpanLike> extends AsyncLocalStorage<ObservedCall<Span>> {
  constructor(private readonly observer: CallObserver<Span>) {
    super();
  }

  override run<Result, Arguments extends unknown[]>(
    { span }: ObservedCall<Span>,
    call: (...args: Arguments) => Result,
    ...args: Arguments
  ): Result {
    const { within } = this.observer.options;
    if (span === undefined || within === undefined) return call(...args);
    const once = new Once(() => call(...args));
    try {
      within(span, once.make);
    } catch (error) {
      if (once.hasFailed) throw error;
      // Like any error of a subscriber: the process gets it, and the call continues.
      process.nextTick(() => {
        throw error;
      });
    }
    return once.make();
  }
}

/** A function that runs at most once. Every call returns the first result. */
class Once<Result> {
  private begun = false;
  private made: { readonly result: Result } | undefined;

  constructor(private readonly work: () => Result) {}

  get hasFailed(): boolean {
    return this.begun && this.made === undefined;
  }

  readonly make = (): Result => {
    this.begun = true;
    return (this.made ??= { result: this.work() }).result;
  };
}

/** `SpanStatusCode.ERROR` of @opentelemetry/api. */
const STATUS_ERROR = 2;
const nothing = (): void => undefined;

const OPTIONS: OptionNames<TelemetryOptions> = {
  tracer: true,
  within: true,
  meter: true,
  recordArguments: true,
  recordResults: true,
  recordExceptions: true,
};
