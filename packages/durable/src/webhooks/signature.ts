import { createHmac, timingSafeEqual } from 'node:crypto';
import { HaftError } from '@haft/core';

/** The key of an endpoint, from `whsec_` and base64. */
export type SigningKey = Uint8Array;

/**
 * Reads a secret.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it has another form, or fewer than 24 bytes
 */
export function signingKey(secret: string): SigningKey {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(base64 ?? '', 'base64');
  if (key.length >= FEWEST_BYTES && key.length <= MOST_BYTES) return key;
  throw new HaftError('HAFT_INVALID_OPTION', 'A secret of a webhook has another form.', {
    hint: `Use whsec_ and the base64 of 24 to 64 random bytes: 'whsec_' + randomBytes(32).toString('base64').`,
  });
}

const FEWEST_BYTES = 24;
const MOST_BYTES = 64;

/** The parts of a message that are signed. */
export interface SignedParts {
  /** The header `webhook-id`. */
  readonly id: string;
  /** The header `webhook-timestamp`: seconds since the epoch. */
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

/** Returns the header `webhook-signature`, with one signature for each key. */
export function signatureHeader(keys: readonly SigningKey[], parts: SignedParts): string {
  return keys.map((key) => `v1,${signature(key, parts).toString('base64')}`).join(' ');
}

/** Returns whether one of the signatures of a header is of one of the keys. */
export function isSigned(header: string, keys: readonly SigningKey[], parts: SignedParts): boolean {
  const given = header
    .split(' ', MOST_SIGNATURES)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'));
  return keys.some((key) => {
    const expected = signature(key, parts);
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}

const MOST_SIGNATURES = 10;

function signature(key: SigningKey, { id, timestamp, body }: SignedParts): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}
