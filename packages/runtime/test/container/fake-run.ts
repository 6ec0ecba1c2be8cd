import { RunContext } from '@haft/core';

/** A run that only has a name: enough for a container. */
export function fakeRun(runId = 'r1', deps: unknown = undefined): RunContext {
  return Object.assign(Object.create(RunContext.prototype) as object, { runId, deps, state: new Map() }) as RunContext;
}
