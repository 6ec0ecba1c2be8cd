import { RunContext, type Approval, type Logger, type RunUsage, type ToolDefinition } from '@haft/core';

/** The options of a {@link FakeRunContext}. */
export interface FakeRunContextOptions<Deps> {
  /** Default: undefined. */
  readonly deps?: Deps;
  /** Default `run`. */
  readonly runId?: string;
  readonly userId?: string;
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
  readonly approval?: Approval;
  /** Default: `runId` and `callId` with a colon between them. */
  readonly idempotencyKey?: string;
  /** The value of `run.usage`. Default: nothing is used. */
  readonly usage?: RunUsage;
  /** The result of `run.tools()`. Default: none. */
  readonly tools?: readonly ToolDefinition[];
}

/** A line that a tool logged. */
export interface LoggedLine {
  readonly level: keyof Logger;
  readonly message: string;
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

  readonly deps: Deps;
  readonly runId: string;
  readonly userId: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly state: Map<string, unknown>;
  readonly callId: string;
  readonly toolName: string;
  readonly attempt: number;
  readonly maxRetries: number;
  readonly deadline: number | undefined;
  readonly approval: Approval | undefined;
  readonly idempotencyKey: string;

  readonly #controller = new AbortController();
  readonly #tools: readonly ToolDefinition[];
  readonly #usage: RunUsage | undefined;

  constructor(options: FakeRunContextOptions<Deps> = {}) {
    super();
    this.deps = options.deps as Deps;
    this.runId = options.runId ?? 'run';
    this.userId = options.userId;
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
  }

  get lastAttempt(): boolean {
    return this.attempt === this.maxRetries;
  }

  override get usage(): RunUsage {
    return this.#usage ?? super.usage;
  }

  /** Aborts the signal, as a deadline or a cancelled run does. */
  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  tools(): readonly ToolDefinition[] {
    return this.#tools;
  }
  report(progress: unknown): void {
    this.reports.push(progress);
  }
  emit(event: unknown): void {
    this.events.push(event);
  }
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
