import { CallContext } from '../run/call-context.js';
import type { Call } from './call.js';

/** The `RunContext` of a call, made when somebody first asks for it. */
export function contextOf(call: Call): CallContext {
  return (call.context ??= new CallContext(call.run, call));
}
