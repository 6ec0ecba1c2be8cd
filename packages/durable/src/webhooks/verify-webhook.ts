import { tryParseJson } from '@haft/arguments/internal';
import { HaftError, requireKind, type Kind } from '@haft/core';
import { isSigned, signingKey } from './signature.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEvent } from './webhook-event.js';

/** A request that an endpoint received. */
export interface ReceivedWebhook {
  /** Those of the fetch standard, or of `node:http`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * The body as it was received. A body that was parsed and written again has another signature.
   */
  readonly body: string | Uint8Array;
  /** The secrets that count, such as the new and the old one. */
  readonly secrets: readonly string[];
  /** How old or new a request may be, in milliseconds. Default: 300,000. */
  readonly toleranceMs?: number;
  /** Default: `Date.now()`. */
  readonly now?: number;
}

/** A webhook whose signature is valid. */
export interface VerifiedWebhook {
  /** The same for each attempt. Ignore an id that you have handled. */
  readonly id: string;
  readonly event: WebhookEvent;
}

/**
 * Checks the signature and the time of a request, and returns its event.
 *
 * @throws {HaftError} `HAFT_INVALID_WEBHOOK` if a header is missing, the signature is of another
 *   secret, the time is too far from now, or the body is not an event
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a secret has another form
 */
export function verifyWebhook(received: ReceivedWebhook): VerifiedWebhook {
  requireKind('The argument of verifyWebhook()', received, RECEIVED);
  requireKind('verifyWebhook headers', received.headers, 'an object');
  requireKind('verifyWebhook secrets', received.secrets, 'a list');
  const { headers, body, secrets, toleranceMs = 300_000, now = Date.now() } = received;
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(headers, name),
  );
  if (!id || !timestamp || !signatures) throw invalid('A header of the webhook is missing.');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
  if (!(Math.abs(now - seconds * 1000) <= toleranceMs)) throw invalid('The time of the webhook is too far from now.');
  if (!isSigned(signatures, secrets.map(signingKey), { id, timestamp, body }))
    throw invalid('The signature of the webhook is of another secret or body.');
  return { id, event: eventOf(body) };
}

const RECEIVED: Kind = { methods: [], name: '{ headers, body, secrets }, with the body as it was received' };

function header(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function eventOf(body: string | Uint8Array): WebhookEvent {
  const event = tryParseJson(typeof body === 'string' ? body : new TextDecoder().decode(body));
  if (isEvent(event)) return event;
  throw invalid('The body of the webhook is no event of Haft.');
}

function isEvent(value: unknown): value is WebhookEvent {
  const { type, timestamp, data } = Object(value) as Partial<Record<keyof WebhookEvent, unknown>>;
  const isKnown = WEBHOOK_EVENT_TYPES.some((one) => one === type);
  return isKnown && typeof timestamp === 'string' && typeof (Object(data) as { key?: unknown }).key === 'string';
}

function invalid(message: string): HaftError {
  return new HaftError('HAFT_INVALID_WEBHOOK', message, {
    hint: 'Answer with the status 400. Give verifyWebhook() the body as it was received.',
  });
}
