import type { ToolOutcome } from '@haft/core';
import type { Gate } from '../limits/gate.js';
import { readmit } from './steps/02-admit.js';
import type { Call } from './call.js';
import { CallStopped } from './call-stopped.js';
import { noteRefused } from './outcome/refuse-call.js';

/**
 * Waits for room in the run, in the tool and in the runtime, always in this order. Waiting is part of the call's time. A call inside
 * of another needs no room that the other has: both would wait for each other.
 *
 * @returns why the call must not be made any more, when that came up while it waited
 */
export async function enterGates(call: Call): Promise<ToolOutcome | undefined> {
  const { run, state } = call;
  for (const gate of [run.gate, state.planned.shared.gate, run.runtime.gate]) {
    if (gate === undefined || isInside(call.optional.parent, gate)) continue;
    const waited = !gate.tryEnter();
    if (waited) {
      call.setOptional({ isWaiting: true });
      await gate.enter();
    }
    enter(call, gate);
    if (waited) call.setOptional({ isWaiting: false });
    const refused = waited ? readmit(call) : undefined;
    if (refused !== undefined) {
      noteRefused(call, refused);
      return refused;
    }
  }
  return undefined;
}

function isInside(call: Call | undefined, gate: Gate): boolean {
  return call !== undefined && !call.answered && (call.gates.includes(gate) || isInside(call.optional.parent, gate));
}

/** The call is inside, and leaves when it is answered. One that was answered while it waited goes no further. */
function enter(call: Call, gate: Gate): void {
  // The call before it may have left because its time was over, and then this one's often is too.
  call.run.runtime.inFlight.answerIfOver(call);
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
