import { isThenable } from '@haft/core/internal';
import type { Call } from './call.js';

/**
 * Returns whether the instance of the toolset is available. Otherwise starts to resolve it.
 *
 * @throws {HaftError} an error of the container
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
  // The code that awaits it gets the error. If the call was answered before, the error is ignored.
  state.coming.catch(() => undefined);
  return false;
}
