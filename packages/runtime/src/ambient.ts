import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunContext } from '@haft/core';
import { callChannel } from './events/call-channel.js';

/*
 * The context of the call that runs, for code that no parameter reaches. A subpath of its own, since its price is paid by the
 * whole process: on Node 20 and 22 every promise is slower once this is imported, on Node 24 every tool call.
 */

const storage = new AsyncLocalStorage<RunContext>();
callChannel.start.bindStore(storage, (trace) => trace.context);

/** The `RunContext` of the tool call inside of which this is called, also after `await`; undefined outside of any. */
export function currentRun(): RunContext | undefined {
  return storage.getStore();
}
