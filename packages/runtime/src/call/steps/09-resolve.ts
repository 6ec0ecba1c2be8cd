import type { ToolOutcome } from '@haft/core';
import type { HostValues } from '@haft/core/reflected';
import { hostValues, ParameterFailed } from '../../container/host-values.js';
import type { Call } from '../call.js';
import { hasInstance } from '../has-instance.js';
import type { Answer, PlainStep } from '../plan/step.js';
import { contextOf } from '../context/context-of.js';
import { outcomeOfHookError, readyToAnswer } from '../outcome/outcome-of-error.js';

/** Step 9: resolves the toolset's instance and the injected parameters from the run's scope. */
export const resolve: PlainStep = {
  names: ['resolve'],
  routes: ['usual', 'full', 'thread', 'remote'],
  needed: ({ tool: { body } }) => body.target !== undefined || body.host.length > 0,
  run(call) {
    const { host } = call.state.planned.tool.body;
    return host.length === 0 && hasInstance(call) ? undefined : resolveForCall(call);
  },
};

async function resolveForCall(call: Call): Promise<Answer> {
  const target = await resolveTool(call);
  if ('status' in target) return target;
  call.host = target.host;
  return undefined;
}

/** The instance and the injected values that a tool is executed with. */
export interface ResolvedTool {
  readonly instance: object | undefined;
  readonly host: HostValues;
}

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
        host.length === 0 ? NO_HOST_VALUES : await hostValues(host, run.scope, contextOf(call), call.decided.inputArgs),
    };
  } catch (error) {
    if (!(error instanceof ParameterFailed)) throw error;
    await readyToAnswer(call, error.cause);
    return outcomeOfHookError(call, error.cause);
  }
}

const NO_HOST_VALUES: HostValues = [];
