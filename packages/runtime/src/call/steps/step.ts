import type { ToolOutcome } from '@haft/core';
import type { HostValues, ReadArguments } from '@haft/core/reflected';
import type { DialectOutcome } from '../../arguments/dialect/parse-from-dialect.js';
import type { Call } from '../call.js';

/** One of the steps 3 to 11. It answers the call, or leaves that to `next`. */
export type Step = (state: StepState, next: () => Promise<ToolOutcome>) => ToolOutcome | Promise<ToolOutcome>;

/** A call in its steps, and the results of the steps before. */
export interface StepState {
  readonly call: Call;
  /** The arguments from the model, or from an interceptor. */
  readonly sent: unknown;
  /** Set by step 3. */
  parsed?: DialectOutcome;
  /** Set by step 5. */
  args?: ReadArguments;
  /** Set by step 9. */
  target?: ResolvedTool;
  /** The return value of the tool. Set by step 10. */
  result?: unknown;
}

/** The instance and the injected values that a tool is executed with. */
export interface ResolvedTool {
  readonly instance: object | undefined;
  readonly host: HostValues;
}

/**
 * Takes these steps in order.
 *
 * @param last - answers the call if every step leaves that to the next one
 */
export async function takeSteps(
  steps: readonly Step[],
  state: StepState,
  last: () => Promise<ToolOutcome> = unanswered,
): Promise<ToolOutcome> {
  const [step, ...others] = steps;
  return step === undefined ? last() : step(state, () => takeSteps(others, state, last));
}

function unanswered(): Promise<never> {
  return Promise.reject(new Error('No step answered the call.'));
}
