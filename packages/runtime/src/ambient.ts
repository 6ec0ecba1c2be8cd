/*
 * The run of the current call, for code that a tool calls without passing the context.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunContext } from '@haft/core';
import { callChannel } from './events/call-channel.js';

/*
 * A separate subpath, because the whole process pays for it: once this module is imported, every
 * promise is slower on Node 20 and 22, and every tool call on Node 24.
 */

const storage = new AsyncLocalStorage<RunContext>();
callChannel.start.bindStore(storage, (trace) => trace.context);

/**
 * Returns the `RunContext` of the running tool call, also after `await`. Undefined outside calls.
 */
export function currentRun(): RunContext | undefined {
  return storage.getStore();
}
