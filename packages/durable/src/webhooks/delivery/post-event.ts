import { signatureHeader } from '../signature.js';
import type { CheckedEndpoint } from '../webhook-endpoint.js';
import { retryAfterMs } from './retry-schedule.js';

/** The end of one attempt. */
export type PostResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** For the list of events that failed. Has no text of the receiver. */
      readonly error: string;
      /** The time that the receiver asked for, in milliseconds. */
      readonly retryAfterMs: number;
      /** Whether the receiver wants no other attempt. */
      readonly isGone: boolean;
    };

/** The parts of the outside that an attempt needs. */
export interface Sender {
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** A message as it is sent in each attempt. */
export interface Message {
  readonly id: string;
  readonly body: string;
}

/** Sends a message once. Follows no redirect, and reads no body. */
export async function postEvent(endpoint: CheckedEndpoint, message: Message, sender: Sender): Promise<PostResult> {
  const { id, body } = message;
  const timestamp = String(Math.floor(sender.now() / 1000));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'haft-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureHeader(endpoint.keys, { id, timestamp, body }),
  };
  try {
    const signal = AbortSignal.timeout(sender.timeoutMs);
    const response = await sender.fetch(endpoint.url, { method: 'POST', redirect: 'manual', headers, body, signal });
    await response.body?.cancel();
    if (response.ok) return { ok: true };
    const wait = retryAfterMs(response.headers.get('retry-after'), sender.now());
    return { ok: false, error: `HTTP ${response.status}`, retryAfterMs: wait, isGone: response.status === GONE };
  } catch (error) {
    return { ok: false, error: codeOf(error), retryAfterMs: 0, isGone: false };
  }
}

const GONE = 410;

/** Returns a short name of an error. Its message may have an address of the internal network. */
function codeOf(error: unknown): string {
  const { name, cause, code } = Object(error) as { name?: unknown; cause?: unknown; code?: unknown };
  const inner = (Object(cause) as { code?: unknown }).code;
  const text = [inner, code, name].find((one) => typeof one === 'string') ?? 'Error';
  return text.slice(0, 100);
}
