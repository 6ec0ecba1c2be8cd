import type { Approval, DeferralRequest } from '@haft/core';
import type { JsonValue } from '@haft/schema';

/** A call that waits: all that is needed to make it. */
export interface OpenCall {
  readonly request: DeferralRequest;
  /** Validated, complete: sensitive ones too. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** What a user supplied before. */
  readonly input?: Readonly<Record<string, JsonValue>> | undefined;
  /** An approval that was given before. */
  readonly granted?: Grant | undefined;
}

/** An approval of one call with these arguments and no others. */
export interface Grant {
  readonly approval: Approval;
  /** Of the call that was approved. */
  readonly fingerprint: string;
}

/** Open calls by their requests. Only the call itself knows all its arguments. */
const openCalls = new WeakMap<DeferralRequest, OpenCall>();

/** Remembers the arguments of a call that begins to wait. */
export function rememberOpenCall(call: OpenCall): void {
  openCalls.set(call.request, call);
}

/** Returns the open call of a request. An interceptor may make a request that no call has. */
export function openCallOf(request: DeferralRequest): OpenCall {
  // Its arguments are then those that the request shows.
  return openCalls.get(request) ?? { request, arguments: request.arguments };
}

/** Texts of open calls as a model would read them. */
export const WAITING_TEXT: Readonly<Record<DeferralRequest['kind'], string>> = {
  approval: 'The tool call waits for an approval.',
  input: 'The tool call waits for input of the user.',
  external: 'The tool call is executed elsewhere; its result comes later.',
};
