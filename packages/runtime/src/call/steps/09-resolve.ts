import type { ToolOutcome } from '@haft/core';
import type { HostValues } from '@haft/core/reflected';
import { hostValues, ParameterFailed } from '../../toolsets/host-values.js';
import type { Call } from '../call.js';
import { hasInstance } from '../has-instance.js';
import type { ResolvedTool, Step } from './step.js';
import { contextOf } from '../context/context-of.js';
import { outcomeOfHookError, readyToAnswer } from '../outcome/outcome-of-error.js';

/** Step 9: resolves the toolset's instance and the injected parameters from the run's scope. */
export const resolve: Step = async (state, next) => {
  const target = await resolveTool(state.call);
  if ('status' in target) return target;
  state.target = target;
  return next();
};

/**
 * Resolves the instance and the injected parameters of a tool. Returns an outcome if a parameter
 * decorator of the application threw.
 *
 * @throws {HaftError} an error of the container, which is for the developer
 */
export async function resolveTool(call: Call): Promise<ResolvedTool | ToolOutcome> {
  const { state, run } = call;
  const { host } = state.planned.tool.body;
  try {
    return {
      instance: hasInstance(call) ? state.instance : await state.coming,
      host:
        host.length === 0
          ? NO_HOST_VALUES
          : await hostValues(host, run.scope, contextOf(call), call.optional.inputArgs),
    };
  } catch (error) {
    if (!(error instanceof ParameterFailed)) throw error;
    await readyToAnswer(call, error.cause);
    return outcomeOfHookError(call, error.cause);
  }
}

const NO_HOST_VALUES: HostValues = [];
