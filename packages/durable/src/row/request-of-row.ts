import type { DeferralRequest } from '@haft/core';
import type { CallRow } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import { sameFingerprint, signatureOf } from '@haft/runtime/internal';
import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import { invalidRow, readStored } from './stored-call.js';

/** Returns the signature of a request. */
export function requestSignature(request: DeferralRequest, secret: string): string {
  const plain = JSON.parse(JSON.stringify(request)) as JsonValue;
  return signatureOf(plain, secret);
}

/**
 * Returns the request of a row. Undefined if it has none.
 *
 * @throws {HaftError} `HAFT_INVALID_PENDING` if the row was changed, and there is a secret
 */
export function requestOfRow(row: CallRow, secret: string | undefined): DeferralRequest | undefined {
  const request = tryParseJson(row.request ?? '');
  const isOwn = isObject(request) && request['callId'] === row.callId && request['fingerprint'] === row.fingerprint;
  if (!isOwn) return undefined;
  const read = request as unknown as DeferralRequest;
  if (secret === undefined) return read;
  const { requestSignature: signature } = readStored(row, secret);
  if (sameFingerprint(signature, requestSignature(read, secret))) return read;
  throw invalidRow(row.key, 'its request was changed');
}
