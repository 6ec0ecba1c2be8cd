import type {
  CallBatch,
  CallCheck,
  CheckOptions,
  InnerBatchOptions,
  InnerCallOptions,
  ResumedCallState,
} from './inner-calls.js';
import { outsideCall } from './outside-call.js';
import type { FoundReference } from './ref.js';
import type { RunUsage } from './run-usage.js';
import type { ToolCall } from './tool-call.js';
import type { ToolDefinition } from './tool-definition.js';
import type { ToolOutcome } from './tool-outcome.js';

/**
 * The calls of a run, as a tool uses them. The methods that make or check calls throw
 * `HAFT_INVALID_OPTION` if the context does not belong to a call in progress.
 */
export interface RunCalls {
  /**
   * Executes a call inside this call. All steps and limits apply, but the inner call needs no slot
   * that this call has (`concurrency`, `@CallLimit({ concurrent })`). The end of this call
   * interrupts it. If it is deferred, throw `CallSuspended` to wait for the decision.
   *
   * @param call - the inner call. Give it an id that is the same when the call is entered again.
   * @param options - options of the inner call
   */
  call(call: ToolCall, options?: InnerCallOptions): Promise<ToolOutcome>;
  /**
   * Executes calls inside this call, like {@link RunCalls.call}. Checks the limits of all calls
   * before one starts.
   *
   * @param calls - the inner calls
   * @param options - options of all inner calls
   * @returns the outcomes in the order of the calls
   */
  callAll(calls: readonly ToolCall[], options?: InnerBatchOptions): Promise<readonly ToolOutcome[]>;
  /**
   * Checks the limits of calls inside this call, and returns a batch that starts each call when you
   * ask for it. Use it if a call needs the outcome of another.
   *
   * @param calls - the inner calls
   * @param options - options of all inner calls
   */
  openBatch(calls: readonly ToolCall[], options?: InnerBatchOptions): Promise<CallBatch>;
  /**
   * Returns whether a call inside this call would be accepted, and the decision that it waits for.
   * Takes steps 1 to 4. Executes, counts and reports nothing.
   *
   * @param call - the call
   * @param options - values of the arguments that are not known yet
   */
  check(call: ToolCall, options?: CheckOptions): Promise<CallCheck>;
  /**
   * The state of this call, if it was suspended with `CallSuspended` and is entered again. Your
   * tool gets the same arguments as before. Continue from this state.
   */
  readonly resumed: ResumedCallState | undefined;
  /** The usage of the run so far. A context outside a run has used nothing. */
  readonly usage: RunUsage;
  /**
   * Returns the tools that the model can call now. Those that it calls with `call_tool` are marked
   * `deferred`.
   */
  tools(): readonly ToolDefinition[];
  /**
   * Returns the stored result that a reference stands for, if it belongs to this run or its user.
   * Undefined if it never existed or has expired.
   *
   * @param id - the id, such as `invoices_1`
   */
  findReference(id: string): Promise<FoundReference | undefined>;
  /** Lets the calls in progress finish and answers every later one with `reason`. */
  halt(reason: string): void;
}

const NO_USAGE: RunUsage = Object.freeze({
  calls: 0,
  callsLeft: undefined,
  toolCalls: 0,
  toolCallsLeft: undefined,
});

/** For a context that belongs to no run. */
export const NO_CALLS: RunCalls = Object.freeze({
  call: () => Promise.reject(outsideCall('calls.call')),
  callAll: () => Promise.reject(outsideCall('calls.callAll')),
  openBatch: () => Promise.reject(outsideCall('calls.openBatch')),
  check: () => Promise.reject(outsideCall('calls.check')),
  resumed: undefined,
  usage: NO_USAGE,
  tools: () => [],
  findReference: () => Promise.resolve(undefined),
  halt: () => {
    throw outsideCall('calls.halt');
  },
});
