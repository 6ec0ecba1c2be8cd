import type { ParentCall } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import type { PlainCall } from '../../ledger/call-executor.js';
import { sameFingerprint } from '../deferral/call-fingerprint.js';
import { signatureOf } from '../deferral/signature-of.js';
import type { SuspendedCall } from '../deferral/suspended-call.js';

/** A call as another process or a ledger gets it. */
export interface StoredCall extends PlainCall {
  /** The call that made this call. */
  readonly parent?: ParentCall | undefined;
  /** The key of the row of that call. */
  readonly outer?: string | undefined;
  /** Set for an inner call whose failures spend a separate retry budget. */
  readonly budget?: 'own' | undefined;
  /** Set for a suspended call. */
  readonly suspended?: SuspendedCall | undefined;
  /** HMAC-SHA256 of the request that people read, if the runtime has a `pendingSecret`. */
  readonly requestSignature?: string | undefined;
  /** HMAC-SHA256 of the other properties, with the `pendingSecret` of the runtime. */
  readonly signature?: string | undefined;
}

/** Returns a call as JSON text, signed if there is a secret. */
export function storedText(call: StoredCall, secret: string | undefined): string {
  const text = JSON.stringify(call);
  if (secret === undefined) return text;
  const plain = JSON.parse(text) as Readonly<Record<string, JsonValue>>;
  return JSON.stringify({ ...plain, signature: signatureOf(plain, secret) });
}

/**
 * Returns whether a call that was read from JSON has the signature of a secret, if there is one.
 */
export function isSigned(call: StoredCall, secret: string | undefined): boolean {
  if (secret === undefined) return true;
  const { signature, ...unsigned } = call as StoredCall & Readonly<Record<string, JsonValue>>;
  return sameFingerprint(signature, signatureOf(unsigned, secret));
}

/** Returns whether a value has the form of a call. */
export function isStored(call: unknown): call is StoredCall {
  if (!isObject(call) || call['format'] !== 1 || !isObject(call['run']) || !isObject(call['arguments'])) return false;
  const { key, id, tool, effectKey, input, background, outer } = call;
  if (outer !== undefined && typeof outer !== 'string') return false;
  if (background !== undefined && background !== true) return false;
  if (input !== undefined && !isObject(input)) return false;
  return [key, id, tool, effectKey, call['run']['id']].every((one) => typeof one === 'string');
}
