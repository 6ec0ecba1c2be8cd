import type { HostValues } from '@haft/core/reflected';
import { hostValues } from '../container/host-values.js';
import type { Call } from './call.js';
import { contextOf } from './context-of.js';

/** What a tool is executed with beside its arguments. */
export interface ResolvedTool {
  readonly instance: object | undefined;
  readonly host: HostValues;
}

/**
 * Step 9: the toolset's instance and the parameters that the host gives, from the run's scope.
 *
 * @throws HaftError what the container throws: it is for the developer, not for the model
 */
export async function resolveTool(call: Call): Promise<ResolvedTool> {
  const { state, run } = call;
  const { target, host } = state.planned.tool.body;
  if (state.instance === undefined && target !== undefined) {
    state.instance = (await run.scope.resolve(target)) as object;
  }
  return {
    instance: state.instance,
    host: host.length === 0 ? NO_HOST_VALUES : await hostValues(host, run.scope, contextOf(call)),
  };
}

const NO_HOST_VALUES: HostValues = [];
