import { executeIsolated } from '../isolation/execute-isolated.js';
import { executeElsewhere } from '../outcome/execute-elsewhere.js';
import type { PlainStep } from '../plan/step.js';
import { compare } from '../preview/compare-preview.js';

/** Executes the call of an `@Isolated` tool in a worker thread. */
export const isolate: PlainStep = {
  names: [],
  routes: ['usual', 'full', 'remote'],
  needed: ({ tool }) => tool.settings.isolated === true,
  run(call) {
    const { threads } = call.run.runtime;
    if (call.state.planned.tool.settings.isolated !== true || threads === undefined) return undefined;
    return executeElsewhere(call, () => executeIsolated(call, threads, () => compare(call)));
  },
};
