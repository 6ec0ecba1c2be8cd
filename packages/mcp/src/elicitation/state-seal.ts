import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { HaftError } from '@haft/core';
import type { PendingRun } from '@haft/runtime';

/** The state of a waiting call. The client stores it and sends it back with the answer. */
export interface WaitingCall {
  /** Hash of the request, client and user for which the answer is valid. */
  readonly binding: string;
  /** The id of the client's call. A request may be about one of its inner calls. */
  readonly callId: string;
  /** The id of the request. */
  readonly requestId: string;
  /** The run to continue. A run of the host is found by the request's id. */
  readonly pending?: PendingRun;
}

/**
 * Encrypts states (AES-256-GCM), so that clients can neither read nor change them. A state may hold
 * sensitive arguments, and a client that could write it would decide what is executed.
 */
export class StateSeal<State extends object> {
  private readonly key: Buffer;

  /**
   * @param secret - the same in all processes that serve the same clients, default: random
   * @param purpose - a text sealed for one purpose cannot be opened for another
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the secret has fewer than 32 bytes
   */
  constructor(secret: string | undefined, purpose: string) {
    const bytes = secret === undefined ? randomBytes(32) : Buffer.from(secret);
    if (bytes.length < 32) {
      throw new HaftError('HAFT_INVALID_OPTION', 'serveMcp stateSecret has fewer than 32 bytes.', {
        hint: 'Make one with `openssl rand -base64 32`, and keep it where other secrets are.',
      });
    }
    this.key = Buffer.from(hkdfSync('sha256', bytes, '', purpose, 32));
  }

  seal(state: State): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    const text = Buffer.concat([cipher.update(JSON.stringify(state), 'utf8'), cipher.final()]);
    return VERSION + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** @throws Error if the text was not sealed with this secret, or was changed */
  open(sealed: string): State {
    if (!sealed.startsWith(VERSION)) throw new Error('It is of another form.');
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(decipher.update(bytes.subarray(28)).toString('utf8') + decipher.final('utf8')) as State;
  }
}

const VERSION = 'h1.';
