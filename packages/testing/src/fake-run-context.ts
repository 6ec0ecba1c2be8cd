import {
  RunContext,
  type Approval,
  type CallBatch,
  type CallCheck,
  type CheckOptions,
  type InnerBatchOptions,
  type InnerCallOptions,
  type Logger,
  type ResumedCallState,
  type RunUsage,
  type ToolCall,
  type ToolDefinition,
  type ToolOutcome,
  refuseUnknownOptions,
  type OptionNames,
} from '@haft/core';
import { FakeBatch } from './fake-batch.js';

/** The options of a {@link FakeRunContext}. */
export interface FakeRunContextOptions<Deps> {
  /** Default: undefined. */
  readonly deps?: Deps;
  /** Default `run`. */
  readonly runId?: string;
  /** The user of the run. Default: none. */
  readonly userId?: string;
  /** The tenant of the run. Default: none. */
  readonly tenantId?: string;
  /** Default: empty. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The map with the state of the run. Default: a new one. */
  readonly state?: Map<string, unknown>;
  /** Default `call`. */
  readonly callId?: string;
  /** Default `tool`. */
  readonly toolName?: string;
  /** Default 0. */
  readonly attempt?: number;
  /** Default 2. */
  readonly maxRetries?: number;
  /** In milliseconds since the epoch. Default: no deadline. */
  readonly deadline?: number;
  /** The approval of the call. Default: none, as for a call that needs no approval. */
  readonly approval?: Approval;
  /** Default: `runId` and `callId` with a colon between them. */
  readonly idempotencyKey?: string;
  /** The value of `run.usage`. Default: nothing is used. */
  readonly usage?: RunUsage;
  /** The result of `run.tools()`. Default: none. */
  readonly tools?: readonly ToolDefinition[];
  /**
   * Answers the inner calls of the tool: `run.call`, `run.callAll`, and batches. Default: inner
   * calls reject.
   */
  readonly onCall?: OnCall;
  /** Answers `run.check`. Default: every call fits and waits for nothing. */
  readonly onCheck?: (call: ToolCall, options: CheckOptions) => CallCheck | Promise<CallCheck>;
  /** The value of `run.resumed`. Default: undefined, as for a call that was not suspended. */
  readonly resumed?: ResumedCallState;
}

/** Returns the outcome of an inner call. {@link fakeOutcome} and {@link fakeDeferral} make one. */
export type OnCall = (call: ToolCall, options: InnerCallOptions) => ToolOutcome | Promise<ToolOutcome>;

/** An inner call that a tool made. */
export interface RecordedCall {
  /** The call. Its arguments are those that the call started with. */
  readonly call: ToolCall;
  /** The options of the call. */
  readonly options: InnerCallOptions;
}

/** A line that a tool logged. */
export interface LoggedLine {
  /** The method of the logger, such as `warn`. */
  readonly level: keyof Logger;
  /** The first argument, unchanged. */
  readonly message: string;
  /** The second argument, unchanged. Undefined if there was none. */
  readonly details?: object | undefined;
}

/**
 * Creates a `RunContext` without a run, to call a method directly. It records everything that the
 * method does with it.
 *
 * @example
 * const run = fakeRunContext({ deps: { tenant: 'acme' } });
 * await new ReportToolset().build('june', run);
 * expect(run.reports).toEqual([{ done: 1, of: 1 }]);
 */
export function fakeRunContext<Deps = unknown>(options: FakeRunContextOptions<Deps> = {}): FakeRunContext<Deps> {
  return new FakeRunContext(options);
}

/** A `RunContext` that records everything. Created by {@link fakeRunContext}. */
export class FakeRunContext<Deps = unknown> extends RunContext<Deps> {
  /** The values that the tool passed to `run.report`. */
  readonly reports: unknown[] = [];
  /** The values that the tool passed to `run.emit`. */
  readonly events: unknown[] = [];
  /** The reasons that the tool passed to `run.halt`. */
  readonly halts: string[] = [];
  /** The lines that the tool logged. */
  readonly logs: LoggedLine[] = [];
  /** The inner calls that the tool started, in this order. */
  readonly calls: RecordedCall[] = [];
  /** The calls that the tool passed to `run.check`. */
  readonly checks: ToolCall[] = [];

  /** The dependencies from the options. */
  readonly deps: Deps;
  /** The id of the run. Default `run`. */
  readonly runId: string;
  /** The user from the options. */
  readonly userId: string | undefined;
  /** The metadata from the options. Default: empty. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The signal that `abort()` aborts. */
  readonly signal: AbortSignal;
  /** A logger that adds each line to `logs`. */
  readonly logger: Logger;
  /** The state of the run. Default: a new, empty map. */
  readonly state: Map<string, unknown>;
  /** The id of the call. Default `call`. */
  readonly callId: string;
  /** The name of the tool. Default `tool`. */
  readonly toolName: string;
  /** The number of failed attempts before this one. Default 0. */
  readonly attempt: number;
  /** The number of retries that the tool has. Default 2. */
  readonly maxRetries: number;
  /** The deadline in milliseconds since the epoch. Default: undefined, for none. */
  readonly deadline: number | undefined;
  /** The approval from the options. */
  readonly approval: Approval | undefined;
  /** The key of the call for other systems. Default: `runId` and `callId` with a colon. */
  readonly idempotencyKey: string;

  readonly #tenantId: string | undefined;
  readonly #controller = new AbortController();
  readonly #tools: readonly ToolDefinition[];
  readonly #usage: RunUsage | undefined;
  readonly #onCall: OnCall | undefined;
  readonly #onCheck: FakeRunContextOptions<Deps>['onCheck'];
  readonly #resumed: ResumedCallState | undefined;

  constructor(options: FakeRunContextOptions<Deps> = {}) {
    super();
    refuseUnknownOptions('fakeRunContext', options, OPTIONS);
    this.deps = options.deps as Deps;
    this.runId = options.runId ?? 'run';
    this.userId = options.userId;
    this.#tenantId = options.tenantId;
    this.metadata = options.metadata ?? {};
    this.signal = this.#controller.signal;
    this.logger = recordingLogger(this.logs);
    this.state = options.state ?? new Map<string, unknown>();
    this.callId = options.callId ?? 'call';
    this.toolName = options.toolName ?? 'tool';
    this.attempt = options.attempt ?? 0;
    this.maxRetries = options.maxRetries ?? 2;
    this.deadline = options.deadline;
    this.approval = options.approval;
    this.idempotencyKey = options.idempotencyKey ?? `${this.runId}:${this.callId}`;
    this.#tools = options.tools ?? [];
    this.#usage = options.usage;
    this.#onCall = options.onCall;
    this.#onCheck = options.onCheck;
    this.#resumed = options.resumed;
  }

  /** Whether `attempt` is `maxRetries`. */
  get lastAttempt(): boolean {
    return this.attempt === this.maxRetries;
  }

  /** The tenant from the options. */
  override get tenantId(): string | undefined {
    return this.#tenantId;
  }

  /** The usage from the options. Default: nothing is used. */
  override get usage(): RunUsage {
    return this.#usage ?? super.usage;
  }

  /** The state from the options. */
  override get resumed(): ResumedCallState | undefined {
    return this.#resumed;
  }

  /** Adds the call to `calls` and returns the outcome of `onCall`. */
  override async call(call: ToolCall, options: InnerCallOptions = {}): Promise<ToolOutcome> {
    if (this.#onCall === undefined) return super.call(call, options);
    this.calls.push({ call, options });
    return this.#onCall(call, options);
  }

  /** Starts all calls, as `call` does. */
  override async callAll(calls: readonly ToolCall[], options: InnerBatchOptions = {}): Promise<readonly ToolOutcome[]> {
    const batch = await this.openBatch(calls, options);
    const outcomes = await Promise.all(calls.map((_, index) => batch.start(index)));
    batch.end();
    return outcomes;
  }

  /** Returns a batch whose calls are those of `call`. It starts a call immediately. */
  override async openBatch(calls: readonly ToolCall[], options: InnerBatchOptions = {}): Promise<CallBatch> {
    if (this.#onCall === undefined) return super.openBatch(calls, options);
    return new FakeBatch(calls, options, (call, one) => this.call(call, one));
  }

  /** Adds the call to `checks` and returns the answer of `onCheck`. */
  override async check(call: ToolCall, options: CheckOptions = {}): Promise<CallCheck> {
    this.checks.push(call);
    const fits: CallCheck = { status: 'fits', tool: call.name, text: '', issues: [], waitsFor: undefined };
    return (await this.#onCheck?.(call, options)) ?? fits;
  }

  /** Aborts the signal, as a deadline or a cancelled run does. */
  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  /** Returns the definitions from the options. */
  tools(): readonly ToolDefinition[] {
    return this.#tools;
  }
  /** Adds the value to `reports`. */
  report(progress: unknown): void {
    this.reports.push(progress);
  }
  /** Adds the value to `events`. */
  emit(event: unknown): void {
    this.events.push(event);
  }
  /** Adds the reason to `halts`. Ends nothing. */
  halt(reason: string): void {
    this.halts.push(reason);
  }
}

function recordingLogger(lines: LoggedLine[]): Logger {
  const at =
    (level: keyof Logger) =>
    (message: string, details?: object): void => {
      lines.push({ level, message, details });
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

const OPTIONS: OptionNames<FakeRunContextOptions<unknown>> = {
  deps: true,
  runId: true,
  userId: true,
  tenantId: true,
  metadata: true,
  state: true,
  callId: true,
  toolName: true,
  attempt: true,
  maxRetries: true,
  deadline: true,
  approval: true,
  idempotencyKey: true,
  usage: true,
  tools: true,
  onCall: true,
  onCheck: true,
  resumed: true,
};
