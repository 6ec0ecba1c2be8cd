import type { JsonValue } from '@haft/schema';
import type { RunContext } from './run-context.js';
import type { ToolDefinition } from './tool-definition.js';
import type { ToolOutcome } from './tool-outcome.js';

/** A tool call as an interceptor sees it. */
export interface InterceptedCall {
  readonly callId: string;
  readonly definition: ToolDefinition;
  readonly run: RunContext;
  /** Around the whole call: what the model sent. Around the execution: the validated arguments by parameter name. */
  readonly arguments: unknown;
  /** Another set of arguments for what comes next; they are validated again. */
  withArguments(args: Readonly<Record<string, JsonValue>>): InterceptedCall;
}

/** Goes on with the call; may be called once. */
export type Next = (call?: InterceptedCall) => Promise<ToolOutcome>;

/** Code around a call: logging, policy, metrics, recovery. The only hook mechanism. The first one is the outermost. */
export interface Interceptor {
  /** `call`: around everything, before the arguments are checked. `execution`: around the tool, with typed arguments. Default `execution`. */
  readonly around?: 'call' | 'execution';
  intercept(call: InterceptedCall, next: Next): Promise<ToolOutcome>;
}
