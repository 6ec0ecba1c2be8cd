import { readyToComplete } from '../arguments/completed-arguments.js';
import { reconcile } from '../executor/reconcile.js';
import type { AroundStep, PlainStep } from '../plan/step.js';
import { isGranted } from './07-decide.js';

/*
 * Steps of a call from another process or thread, which sent facts with it.
 */

/** Takes the input and the approval of the call. */
export const takeFacts: PlainStep = {
  names: [],
  routes: ['thread', 'remote'],
  run(call) {
    const { input, remote } = call.run.factsFromOutside ?? {};
    call.decided = { ...call.decided, input, ...(remote !== undefined && { grant: remote.granted }) };
    return undefined;
  },
};

/** Gives the call its approval, if it is for these arguments. */
export const keepGrant: PlainStep = {
  names: ['admit'],
  routes: ['remote'],
  async run(call) {
    const { grant } = call.decided;
    if (grant === undefined) return undefined;
    await readyToComplete(call);
    if (isGranted(call)) call.decided = { ...call.decided, approval: grant.approval };
    return undefined;
  },
};

/** Tells the other process about the execution. It writes the row. */
export const remoteExecution: AroundStep = {
  names: ['execute'],
  routes: ['remote'],
  around(call, rest) {
    const remote = call.run.factsFromOutside?.remote;
    const perform = () => rest.take();
    const outcome = remote?.isRecovered === true ? reconcile(call, perform) : perform();
    if (remote !== undefined) remote.execution.end = outcome;
    return outcome;
  },
};
