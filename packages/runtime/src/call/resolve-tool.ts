import type { HostValues } from '@haft/core/reflected';
import { hostValues } from '../container/host-values.js';
import { isThenable } from '../container/is-thenable.js';
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
  const { host } = state.planned.tool.body;
  return {
    instance: hasInstance(call) ? state.instance : await state.coming,
    host: host.length === 0 ? NO_HOST_VALUES : await hostValues(host, run.scope, contextOf(call), call.rare.input),
  };
}

/**
 * Whether the toolset's instance is there, after asking for it. When not, it is coming.
 *
 * @throws HaftError what the container throws
 */
export function hasInstance(call: Call): boolean {
  return call.state.instance !== undefined || askForInstance(call);
}

function askForInstance({ state, run }: Call): boolean {
  const { planned } = state;
  const { target } = planned.tool.body;
  if (target === undefined || state.coming !== undefined) return false;
  const keep = (instance: unknown): object => {
    if (run.runtime.container.isShared?.(target) === true) planned.instance = instance as object;
    return (state.instance = instance as object);
  };
  const resolved = run.scope.resolve(target);
  if (!isThenable(resolved)) {
    keep(resolved);
    return true;
  }
  state.coming = Promise.resolve(resolved).then(keep, (error: unknown) => {
    state.coming = undefined;
    throw error;
  });
  // Who awaits it gets the error; when nobody does (the call was answered before), nobody is disturbed.
  state.coming.catch(() => undefined);
  return false;
}

const NO_HOST_VALUES: HostValues = [];
