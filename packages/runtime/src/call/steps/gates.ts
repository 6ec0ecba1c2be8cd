import type { ToolOutcome } from '@haft/core';
import type { Gate } from '../../limits/gate.js';
import type { Call } from '../call.js';
import { CallStopped } from '../call-stopped.js';
import { noteRefused } from '../outcome/refuse-call.js';
import type { PlainStep } from '../plan/step.js';
import { readmit } from './02-admit.js';

/**
 * Waits for slots in the run, in the tool and in the runtime, always in this order. Waiting counts
 * as time of the call. A call inside another one shares the slots of the outer call. Otherwise both
 * could wait for each other.
 */
export const gates: PlainStep = {
  names: ['gates'],
  run(call) {
    const { run, state, sending, origin } = call;
    // Such a call is answered before its tool runs.
    if (sending.isTruncated === true) return undefined;
    const isSimple =
      run.counts.gate === undefined && state.planned.shared.gate === undefined && origin.parent === undefined;
    if (!isSimple || !run.runtime.gate.tryEnter()) return enterGates(call);
    // Most calls are in this gate alone, and share its list.
    call.gates = run.runtime.gates;
    return undefined;
  },
};

/** Returns an outcome if the call must no longer be made after waiting. */
async function enterGates(call: Call): Promise<ToolOutcome | undefined> {
  const { run, state } = call;
  for (const gate of [run.counts.gate, state.planned.shared.gate, run.runtime.gate]) {
    if (gate === undefined || isInside(call.origin.parent, gate)) continue;
    const waited = !gate.tryEnter();
    if (waited) await gate.enter();
    enter(call, gate);
    const refused = waited ? readmit(call) : undefined;
    if (refused !== undefined) {
      noteRefused(call, refused);
      return refused;
    }
  }
  return undefined;
}

function isInside(call: Call | undefined, gate: Gate): boolean {
  return call !== undefined && !call.answered && (call.gates.includes(gate) || isInside(call.origin.parent, gate));
}

/**
 * Enters a gate that the call leaves when it is answered.
 *
 * @throws the reason if the call was answered while it waited
 */
function enter(call: Call, gate: Gate): void {
  // If the call before left because its time was over, the time of this one often is, too.
  call.run.runtime.inFlight.answerIfOver(call);
  if (call.answered) {
    gate.leave();
    throw answeredAlready(call);
  }
  call.gates = [...call.gates, gate];
}

/** Returns the error that stops the steps of an answered call. No caller receives it. */
function answeredAlready({ stopped, name }: Call): Error {
  return stopped ?? new CallStopped('ended', `The call of '${name}' was answered.`);
}
