import {
  RunContext,
  type Approval,
  type CallCheck,
  type CheckOptions,
  type InnerCallOptions,
  type Logger,
  type ResumedCallState,
  type RunRetries,
  type RunUsage,
  type ToolCall,
  type ToolDefinition,
  type ToolOutcome,
  refuseUnknownOptions,
  type OptionNames,
} from '@haft/core';
import { FakeCalls } from './fake-calls.js';

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
  /** The value of `run.calls.usage`. Default: nothing is used. */
  readonly usage?: RunUsage;
  /** The result of `run.calls.tools()`. Default: none. */
  readonly tools?: readonly ToolDefinition[];
  /**
   * Answers the inner calls of the tool: `run.calls.call`, `callAll`, and batches. Default: inner
   * calls reject.
   */
  readonly onCall?: OnCall;
  /** Answers `run.calls.check`. Default: every call fits and waits for nothing. */
  readonly onCheck?: (call: ToolCall, options: CheckOptions) => CallCheck | Promise<CallCheck>;
  /** The value of `run.calls.resumed`. Default: undefined, as for a call that was not suspended. */
  readonly resumed?: ResumedCallState;
}

/** Returns the outcome of an inner call. {@link fakeOutcome} and {@link fakeDeferral} make one. */
export type OnCall = (call: ToolCall, options: InnerCallOptions) => ToolOutcome | Promise<ToolOutcome>;

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
  /** The lines that the tool logged. */
  readonly logs: LoggedLine[] = [];
  /** Records and answers inner calls. */
  readonly #calls: FakeCalls;

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
  /** The failures of the tool, from the options. Default: none, and 2 corrections. */
  readonly retries: RunRetries;
  /** The deadline in milliseconds since the epoch. Default: undefined, for none. */
  readonly deadline: number | undefined;
  /** The approval from the options. */
  readonly approval: Approval | undefined;
  /** The key of the call for other systems. Default: `runId` and `callId` with a colon. */
  readonly idempotencyKey: string;

  readonly #tenantId: string | undefined;
  readonly #controller = new AbortController();

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
    const { attempt = 0, maxRetries: max = 2 } = options;
    this.retries = { attempt, max, isLast: attempt >= max };
    this.deadline = options.deadline;
    this.approval = options.approval;
    this.idempotencyKey = options.idempotencyKey ?? `${this.runId}:${this.callId}`;
    this.#calls = new FakeCalls(options);
  }

  /** The tenant from the options. */
  override get tenantId(): string | undefined {
    return this.#tenantId;
  }

  /** Answers as the options say, and records everything. */
  override get calls(): FakeCalls {
    return this.#calls;
  }

  /** Aborts the signal, as a deadline or a cancelled run does. */
  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  /** Adds the value to `reports`. */
  report(progress: unknown): void {
    this.reports.push(progress);
  }
  /** Adds the value to `events`. */
  emit(event: unknown): void {
    this.events.push(event);
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
