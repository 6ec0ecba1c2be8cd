import { aroundCall, aroundTool } from '../around/around.js';
import type { AroundStep } from '../plan/step.js';

/** Runs the interceptors around the whole call. They do not see a call that was cut off. */
export const aroundWholeCall: AroundStep = {
  names: ['interceptors'],
  needed: ({ interceptors }) => interceptors.length > 0,
  around(call, rest) {
    if (call.sending.isTruncated === true) return rest.take();
    return aroundCall(call, (sent) => {
      if (sent !== call.sent) {
        call.sent = sent;
        call.sending = { ...call.sending, isWrittenByCode: true };
      }
      return rest.take();
    });
  },
};

/** Runs the interceptors around the execution. Arguments that they change are accepted again. */
export const aroundExecution: AroundStep = {
  names: [],
  routes: ['usual', 'full', 'remote'],
  needed: ({ interceptors }) => interceptors.length > 0,
  around(call, rest) {
    // The other process ran the interceptors, unless it put the call into a queue.
    const remote = call.run.factsFromOutside?.remote;
    if (remote !== undefined && !remote.isBackground) return rest.take();
    return aroundTool(call, async (args, isChanged) => {
      if (!isChanged) call.args = args;
      return (isChanged ? await rest.accept(args) : undefined) ?? rest.take();
    });
  },
};
