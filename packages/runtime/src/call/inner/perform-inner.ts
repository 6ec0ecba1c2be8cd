import type { ToolOutcome } from '@haft/core';
import { onAbort } from '../../async/on-abort.js';
import type { Call } from '../call.js';
import { CallStopped } from '../call-stopped.js';
import { interruptCall } from '../finish-call.js';
import { letWait } from './cancel-waiting.js';
import { innerCallsOf } from './inner-calls-of.js';
import { finishedCalls, openEffects } from './made-calls.js';
import { outerEnded } from './outer-ended.js';

/**
 * Executes an admitted inner call. The end of the outer call and `signal` interrupt it.
 *
 * @param perform - takes steps 3 to 12
 */
export async function performInner(
  parent: Call,
  call: Call,
  perform: (call: Call) => Promise<ToolOutcome>,
  signal?: AbortSignal,
): Promise<ToolOutcome> {
  const inner = innerCallsOf(parent);
  const stop = (): void => {
    interrupt(new CallStopped('cancelled', 'The signal of the call was aborted.', signal?.reason));
  };
  const interrupt = (reason: CallStopped): void => {
    interruptCall(call, reason);
  };
  inner.add(interrupt, () => openEffects(call));
  try {
    const outcome = perform(call);
    if (parent.answered) interrupt(outerEnded(parent));
    else if (signal?.aborted === true) stop();
    else if (signal !== undefined) onAbort(signal, stop);
    const ended = await outcome;
    if (ended.status === 'deferred') await letWait(parent, inner);
    else for (const one of finishedCalls(call, ended)) inner.finish(one);
    return ended;
  } finally {
    signal?.removeEventListener('abort', stop);
    inner.remove(interrupt);
  }
}
