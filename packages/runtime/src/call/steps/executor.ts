import { executeRemotely } from '../executor/execute-remotely.js';
import { executeElsewhere } from '../outcome/execute-elsewhere.js';
import type { PlainStep } from '../plan/step.js';

/** Gives the call to the executor of the tool, which executes it in another process. */
export const executor: PlainStep = {
  names: [],
  needed: (planned) => planned.executor !== undefined,
  run(call) {
    const { executor: other } = call.state.planned;
    return other === undefined ? undefined : executeElsewhere(call, () => executeRemotely(call, other));
  },
};
