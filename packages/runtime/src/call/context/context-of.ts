import type { RunContext } from '@haft/core';
import { IsolatedContext } from '../isolation/isolated-context.js';
import { CallContext } from './call-context.js';
import type { Call } from '../call.js';

/** Returns the `RunContext` of a call. Creates it when it is first needed. */
export function contextOf(call: Call): RunContext {
  return (call.context ??= make(call));
}

function make(call: Call): CallContext {
  const facts = call.run.factsFromOutside;
  return facts === undefined ? new CallContext(call.run, call) : new IsolatedContext(call, facts);
}
