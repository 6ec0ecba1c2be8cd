import { HaftError } from '@haft/core';
import type { Call } from '@haft/runtime/internal';

/** Returns the error of a tool that writes to the row of a call which another process has now. */
export function leaseLost({ name, id }: Call): HaftError {
  return new HaftError('HAFT_LEASE_LOST', `Another process took over the call ${id} of '${name}'.`, {
    hint: 'Stop, and roll back your transaction: the other process executes the call.',
  });
}
