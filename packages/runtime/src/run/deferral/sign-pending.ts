import type { JsonValue } from '@haft/schema';
import { signatureOf } from '../../call/deferral/signature-of.js';
import type { PendingRun } from './pending-run.js';

/** Signs a pending run if there is a secret. */
export function signPending(pending: PendingRun, secret: string | undefined): PendingRun {
  return secret === undefined ? pending : { ...pending, signature: pendingSignature(pending, secret) };
}

/** Returns the signature of the JSON, since a pending run is JSON text when it is verified. */
export function pendingSignature(pending: Omit<PendingRun, 'signature'>, secret: string): string {
  return signatureOf(JSON.parse(JSON.stringify(pending)) as JsonValue, secret);
}
