import type { ToolCall, ToolOutcome } from '@haft/core';
import { admitCall } from './admit-call.js';
import { Call } from './call.js';
import { signalOf } from './context/signal-of.js';
import { interruptCall } from './finish-call.js';
import { performCall } from './make-call.js';

/** Makes a call inside the call of another tool, and stops it with the outer call. */
export async function callWithin(parent: Call, request: ToolCall): Promise<ToolOutcome> {
  const call = admitCall(parent.run, request);
  if (!(call instanceof Call)) return call;
  call.setOptional({ parent });
  const outcome = performCall(call);
  const stop = (): void => {
    if (parent.stopped !== undefined) interruptCall(call, parent.stopped);
  };
  const signal = signalOf(parent);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return outcome.finally(() => {
    signal.removeEventListener('abort', stop);
  });
}
