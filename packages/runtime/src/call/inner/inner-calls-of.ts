import type { Call } from '../call.js';
import { InnerCalls } from './inner-calls.js';

/** Returns the inner calls of a call. Creates the list with the first inner call. */
export function innerCallsOf(parent: Call): InnerCalls {
  const { inner = new InnerCalls() } = parent.origin;
  if (parent.origin.inner === undefined) parent.origin = { ...parent.origin, inner };
  return inner;
}
