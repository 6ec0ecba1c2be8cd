import type { Gate } from '../limits/gate.js';
import type { Call } from './call.js';
import { CallStopped } from './call-stopped.js';

/**
 * Waits for room in the run, in the tool and in the runtime, always in this order. Waiting is part of the call's time. A call inside
 * of another needs no room that the other has: both would wait for each other.
 */
export async function enterGates(call: Call): Promise<void> {
  const { run, state } = call;
  for (const gate of [run.gate, state.planned.governor.gate, run.runtime.gate]) {
    if (gate !== undefined && !isInside(call.parent, gate)) await enterGate(call, gate);
  }
}

function isInside(call: Call | undefined, gate: Gate): boolean {
  return call !== undefined && !call.answered && (call.gates.includes(gate) || isInside(call.parent, gate));
}

/** Waits for room, and leaves again when the call is answered. One that was answered while it waited goes no further. */
async function enterGate(call: Call, gate: Gate): Promise<void> {
  if (!gate.tryEnter()) {
    await gate.enter();
    // The call before it may have left because its time was over, and then this one's often is too.
    call.run.runtime.inFlight.answerIfOver(call);
  }
  if (call.answered) {
    gate.leave();
    throw answeredAlready(call);
  }
  call.gates = [...call.gates, gate];
}

/** Why the call goes no further; thrown inside of it, and seen by nobody. */
function answeredAlready({ stopped, name }: Call): Error {
  return stopped ?? new CallStopped('ended', `The call of '${name}' was answered.`);
}
