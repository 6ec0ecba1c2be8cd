import { AsyncLocalStorage } from 'node:async_hooks';
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
export interface TracerLike<Span extends SpanLike = SpanLike> {
  startSpan(name: string, options: { readonly attributes: SpanAttributes }): Span;
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
export interface TelemetryOptions<Span extends SpanLike = SpanLike> {
  readonly tracer?: TracerLike<Span>;
  /**
   * Makes the call inside its span, so that the spans which the tool and its clients make become children of it. With
   * @opentelemetry/api: `(span, call) => context.with(trace.setSpan(context.active(), span), call)`. Default: they hang where the host's hang.
   */
  readonly within?: <Result>(span: Span, call: () => Result) => Result;
  readonly meter?: MeterLike;
  /** Whether spans carry arguments, without what is sensitive. Default false: they may be personal. */
  readonly recordArguments?: boolean;
  /** Whether spans carry what the model read. Default false. */
  readonly recordResults?: boolean;
  /**
   * Whether spans carry the message and the stack of what a tool threw unexpectedly. Default false: they may hold queries, paths and
   * secrets. Spans then have the class of the error and its error id, under which your logger and `onEvent` have the rest.
   */
  readonly recordExceptions?: boolean;
}

/**
 * Makes a span `execute_tool NAME` for every tool call of the process, and records its duration.
 *
 * @returns a function that stops it
 * @example const stop = enableTelemetry({ tracer: trace.getTracer('haft'), meter: metrics.getMeter('haft') });
 */
export function enableTelemetry<Span extends SpanLike>(options: TelemetryOptions<Span>): () => void {
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

  /** Channels ask their stores before they tell their subscribers: then the span is there already. */
  readonly start = (trace: CallTrace): void => {
    if (!this.running.has(trace)) this.begin(trace);
  };

  readonly begin = (trace: CallTrace): ObservedCall<Span> => {
    const span = this.options.tracer?.startSpan(`execute_tool ${knownName(trace)}`, {
      attributes: attributesAtStart(trace),
    });
    const observed = { span, begin: performance.now() };
    this.running.set(trace, observed);
    return observed;
  };

  readonly finish = (trace: CallTrace): void => {
    const running = this.running.get(trace);
    // It began before anybody listened.
    if (running === undefined) return;
    const atEnd = attributesAtEnd(trace, this.options);
    const errorType = atEnd[ERROR_TYPE];
    this.durations?.record((performance.now() - running.begin) / 1000, {
      [OPERATION]: 'execute_tool',
      [TOOL_NAME]: knownName(trace),
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

/** An error that says which class of error there was, and where to find it. */
function withoutMessage({ name }: Error, { outcome }: CallTrace): Error {
  const errorId = outcome?.status === 'failed' ? outcome.errorId : undefined;
  const error = new Error(errorId === undefined ? '(not recorded)' : `error id ${errorId}`);
  error.name = name;
  delete error.stack;
  return error;
}

/** Models make up any number of names; the names of spans and of the attributes of metrics must be few. */
function knownName({ definition }: CallTrace): string {
  return definition?.name ?? '(unknown)';
}

/** A store of the channel, by which a call is made inside of what `within` sets up; it stores nothing itself. */
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
      // As with every subscriber of a channel: the process is told, and the call goes on.
      process.nextTick(() => {
        throw error;
      });
    }
    return once.make();
  }
}

/** Something that is done once, however often and by whomever it is asked for. */
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
