import type { JsonValue } from '@haft/schema';
import type { RunContext } from './run-context.js';
import type { ToolDefinition } from './tool-definition.js';
import type { ToolOutcome } from './tool-outcome.js';

/**
 * A tool call in an interceptor.
 *
 * @typeParam Deps - the dependencies of the run, default: unknown
 */
export interface InterceptedCall<Deps = unknown> {
  /** The id of the call. */
  readonly callId: string;
  /** The definition of the tool in this run. */
  readonly definition: ToolDefinition;
  /** The context of the call. */
  readonly run: RunContext<Deps>;
  /**
   * Around the call: the arguments that the model sent. Around the execution: the validated
   * arguments by parameter name.
   */
  readonly arguments: unknown;
  /** Returns a call with other arguments for the next step, which validates them again. */
  withArguments(args: Readonly<Record<string, JsonValue>>): InterceptedCall<Deps>;
}

/**
 * Continues the call. You may call it once.
 *
 * @typeParam Value - the type of the value of a success, default: unknown
 */
export type Next<Value = unknown> = (call?: InterceptedCall) => Promise<ToolOutcome<Value>>;

/**
 * Code around a call: logging, policy, metrics, recovery. The only kind of hook. The first
 * interceptor is the outermost.
 */
export interface Interceptor {
  /**
   * `call` runs around everything, before Haft checks the arguments. `execution` runs around the
   * tool, with typed arguments. Default: `execution`.
   */
  readonly around?: 'call' | 'execution';
  /**
   * Runs around a call. Call `next` to continue, or return another outcome. You may type `call` as
   * `InterceptedCall<YourDeps>`.
   */
  intercept(call: InterceptedCall, next: Next): Promise<ToolOutcome>;
}

/**
 * An interceptor that does not replace the value of a success. Its type proves that: it can only
 * return an outcome of `next`, or an outcome without a value. With such interceptors alone, a run
 * types `outcome.value`.
 */
export interface ValueKeepingInterceptor extends Interceptor {
  /** Intercepts a call as {@link Interceptor} does, and keeps the value of a success. */
  intercept<Value>(call: InterceptedCall, next: Next<Value>): Promise<ToolOutcome<Value>>;
}
