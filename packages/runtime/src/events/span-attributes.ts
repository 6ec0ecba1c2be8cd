import { AsyncLocalStorage } from 'node:async_hooks';
import { requireKind, type RunContext } from '@haft/core';
import { callChannel } from './call-channel.js';

/** Attributes that a host or a tool adds to the span of a call, by the names of OpenTelemetry. */
export type CallAttributes = Readonly<Record<string, string | number>>;

/**
 * Does `work`, and adds attributes to the spans of the calls that it makes, such as the
 * conversation. The spans of inner calls have their parent for that. Without telemetry, it only
 * does `work`.
 *
 * @returns the result of `work`
 * @throws {HaftError} `HAFT_INVALID_OPTION` if `work` is not a function
 * @example withAttributes({ 'gen_ai.conversation.id': chat.id }, () => run.callAll(calls))
 */
export function withAttributes<Result>(attributes: CallAttributes, work: () => Result): Result {
  requireKind('The second argument of withAttributes()', work, 'a function');
  // Once a storage is used, every promise of the process is slower on Node 20 and 22.
  if (!callChannel.start.hasSubscribers) return work();
  return storage.run({ ...storage.getStore(), ...attributes }, work);
}

/**
 * Adds attributes to the span of the call that `run` belongs to, before the call ends.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if one of the two is not an object
 */
export function addAttributes(run: RunContext, attributes: CallAttributes): void {
  requireKind('The first argument of addAttributes()', run, 'an object');
  requireKind('The second argument of addAttributes()', attributes, 'an object');
  if (callChannel.start.hasSubscribers) added.set(run, { ...added.get(run), ...attributes });
}

/** Returns the attributes of {@link withAttributes} around the current code. */
export function attributesAround(): CallAttributes | undefined {
  return storage.getStore();
}

/** Returns the attributes of {@link addAttributes}. */
export function attributesOf(run: RunContext): CallAttributes | undefined {
  return added.get(run);
}

const storage = new AsyncLocalStorage<CallAttributes>();
const added = new WeakMap<RunContext, CallAttributes>();
