import { outsideCall } from '@haft/core';
import type { Call } from '../call.js';

/** Returns the call of a context while it is in progress. */
export function inProgress(call: Call | undefined): Call | undefined {
  return call?.answered === false ? call : undefined;
}

/**
 * Returns the call of a context.
 *
 * @param method - the method of the context that needs it
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the call is not in progress
 */
export function requireInProgress(call: Call | undefined, method: string): Call {
  const found = inProgress(call);
  if (found !== undefined) return found;
  throw outsideCall(method);
}
