import {
  outsideCall,
  type CallBatch,
  type CallCheck,
  type CheckOptions,
  type FoundReference,
  type InnerBatchOptions,
  type InnerCallOptions,
  type ResumedCallState,
  type RunCalls,
  type RunUsage,
  type ToolCall,
  type ToolDefinition,
  type ToolOutcome,
} from '@haft/core';
import { FakeBatch } from './fake-batch.js';
import type { FakeRunContextOptions } from './fake-run-context.js';

/** An inner call that a tool made. */
export interface RecordedCall {
  /** The call. Its arguments are those that the call started with. */
  readonly call: ToolCall;
  /** The options of the call. */
  readonly options: InnerCallOptions;
}

/** `run.calls` of a {@link FakeRunContext}. It records everything that the method does with it. */
export class FakeCalls implements RunCalls {
  /** The inner calls that the tool started, in this order. */
  readonly made: RecordedCall[] = [];
  /** The calls that the tool passed to `check`. */
  readonly checks: ToolCall[] = [];
  /** The reasons that the tool passed to `halt`. */
  readonly halts: string[] = [];
  /** The state from the options. */
  readonly resumed: ResumedCallState | undefined;
  /** The usage from the options. Default: nothing is used. */
  readonly usage: RunUsage;
  readonly #options: FakeRunContextOptions<unknown>;

  /** @param options - the options of the context */
  constructor(options: FakeRunContextOptions<unknown>) {
    this.#options = options;
    this.resumed = options.resumed;
    this.usage = options.usage ?? NO_USAGE;
  }

  /** Adds the call to `made` and returns the outcome of `onCall`. */
  async call(call: ToolCall, options: InnerCallOptions = {}): Promise<ToolOutcome> {
    const { onCall } = this.#options;
    if (onCall === undefined) throw outsideCall('calls.call');
    this.made.push({ call, options });
    return onCall(call, options);
  }

  /** Starts all calls, as `call` does. */
  async callAll(calls: readonly ToolCall[], options: InnerBatchOptions = {}): Promise<readonly ToolOutcome[]> {
    const batch = await this.openBatch(calls, options);
    const outcomes = await Promise.all(calls.map((_, index) => batch.start(index)));
    batch.end();
    return outcomes;
  }

  /** Returns a batch whose calls are those of `call`. It starts a call immediately. */
  openBatch(calls: readonly ToolCall[], options: InnerBatchOptions = {}): Promise<CallBatch> {
    if (this.#options.onCall === undefined) return Promise.reject(outsideCall('calls.openBatch'));
    return Promise.resolve(new FakeBatch(calls, options, (call, one) => this.call(call, one)));
  }

  /** Adds the call to `checks` and returns the answer of `onCheck`. */
  async check(call: ToolCall, options: CheckOptions = {}): Promise<CallCheck> {
    this.checks.push(call);
    const fits: CallCheck = { status: 'fits', tool: call.name, text: '', issues: [], waitsFor: undefined };
    return (await this.#options.onCheck?.(call, options)) ?? fits;
  }

  /** Returns the definitions from the options. */
  tools(): readonly ToolDefinition[] {
    return this.#options.tools ?? [];
  }

  /** Finds nothing: a fake context stores no results. */
  findReference(): Promise<FoundReference | undefined> {
    return Promise.resolve(undefined);
  }

  /** Adds the reason to `halts`. Ends nothing. */
  halt(reason: string): void {
    this.halts.push(reason);
  }
}

const NO_USAGE: RunUsage = { calls: 0, callsLeft: undefined, toolCalls: 0, toolCallsLeft: undefined };
