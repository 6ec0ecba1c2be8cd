import { randomBytes } from 'node:crypto';
import { HaftError, refuseUnknownOptions, requireKind, type OptionNames } from '@haft/core';
import { readStates, writeStates, type EndpointStates } from './delivery/endpoint-states.js';
import { RETRY_AFTER_MS } from './delivery/retry-schedule.js';
import { sendEvent, webhookEventOf, type SendSettings } from './delivery/send-event.js';
import type { StoredEvent, WebhookStore } from './store/webhook-store.js';
import { checkedEndpoints, type WebhookEndpoint } from './webhook-endpoint.js';
import type { WebhookEvent } from './webhook-event.js';

/** Options of {@link createWebhooks}. */
export interface WebhooksOptions {
  /** The store of the database that has the ledger. */
  readonly store: WebhookStore;
  /** The same in all processes that send events. */
  readonly endpoints: readonly WebhookEndpoint[];
  /**
   * Returns what is sent as `data.details`, such as the preview of `runtime.pending.get(key)`. The
   * endpoint reads it, so leave out what it may not know. If it throws, the attempt has failed.
   */
  readonly details?: (event: WebhookEvent) => unknown;
  /** Default: that of Node. Give one that refuses internal addresses if customers enter URLs. */
  readonly fetch?: typeof fetch;
  /** The longest attempt, in milliseconds. Default: 15,000. */
  readonly timeoutMs?: number;
  /**
   * The times between attempts, in milliseconds. Default: ten attempts in about 75 hours, as
   * Standard Webhooks recommends.
   */
  readonly retryAfterMs?: readonly number[];
  /** The time between two looks at the store, in milliseconds. Default: 1,000. */
  readonly pollMs?: number;
  /** The longest body, in bytes. Default: 65,536. */
  readonly maxBytes?: number;
  /** Receives an event that gets no other attempt. Default: `console.error`. */
  readonly onFailed?: (failure: FailedWebhook) => void;
  /** Receives errors of the store and of `details`. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
  /** The clock, in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
}

/** An event that an endpoint has not got. */
export interface FailedWebhook {
  /** The id that {@link Webhooks.resend} takes. */
  readonly id: string;
  readonly event: WebhookEvent;
  /** The endpoints, with the number of attempts and the last error. */
  readonly endpoints: readonly { readonly id: string; readonly attempts: number; readonly error: string }[];
}

/** The numbers of one round. */
export interface WebhookRound {
  /** The events that every endpoint has. */
  readonly delivered: number;
  /** The events that are sent again later. */
  readonly waiting: number;
  /** The events that failed. */
  readonly failed: number;
}

/** Sends the events of a store. */
export interface Webhooks {
  /** Looks for events from now on, until `close`. Its timer keeps no process alive. */
  start(): void;
  /** Sends the events that are due, at most `limit` (default 100). */
  deliver(options?: { readonly limit?: number }): Promise<WebhookRound>;
  /** Returns events that failed, oldest first, at most `limit` (default 100). */
  failed(options?: { readonly limit?: number }): Promise<readonly FailedWebhook[]>;
  /**
   * Sends an event again to the endpoints that have not got it. Returns false if none has failed.
   */
  resend(id: string): Promise<boolean>;
  /** Deletes events that failed, and that are older than `before`. Returns their number. */
  prune(options: { readonly before: number; readonly limit?: number }): Promise<number>;
  /** Stops, and waits for requests in progress. Does not close the store. */
  close(): Promise<void>;
}

/**
 * Tells servers that calls wait for people. Each event is delivered at least once: the database
 * writes it with the call, and several processes may send. A receiver may get one twice, under the
 * same id, and in any order. See https://www.standardwebhooks.com.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if an endpoint is invalid
 * @example
 * const webhooks = createWebhooks({
 *   store: new PostgresWebhookStore({ pool }),
 *   endpoints: [{ id: 'desk', url: 'https://desk.example/haft', secrets: [process.env.DESK_SECRET] }],
 * });
 * webhooks.start();
 */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  refuseUnknownOptions('createWebhooks', options, OPTIONS);
  requireKind('createWebhooks endpoints', options.endpoints, 'a list');
  requireKind('createWebhooks store', options.store, 'an object');
  const { store, endpoints, pollMs = 1000, timeoutMs = 15_000, onFailed = reportFailed } = options;
  const { now = Date.now } = options;
  const onError = (error: unknown): void => {
    try {
      (options.onError ?? reportError)(error);
    } catch (other) {
      // A listener that throws would end the process, because nothing awaits the timer.
      reportError(other);
    }
  };
  if (!(pollMs > 0 && timeoutMs > 0)) throw noTime();
  const settings: SendSettings = {
    ...{ endpoints: checkedEndpoints(endpoints), timeoutMs, now, onError },
    fetch: options.fetch ?? fetch,
    schedule: options.retryAfterMs ?? RETRY_AFTER_MS,
    maxBytes: options.maxBytes ?? 65_536,
    details: options.details,
  };
  let timer: NodeJS.Timeout | undefined;
  let isOpen = false;
  let round: Promise<unknown> = Promise.resolve();

  const send = async (event: StoredEvent, lease: string): Promise<keyof WebhookRound | undefined> => {
    const states = await sendEvent(event, settings);
    const nextAt = nextOf(states);
    const isFailed = nextAt === null && [...states.values()].some(({ state }) => state === 'failed');
    const isOurs = await store.record({ id: event.id, lease, deliveries: writeStates(states), nextAt, isFailed });
    if (!isOurs) return undefined;
    if (isFailed) onFailed(failureOf(event, states));
    return nextAt !== null ? 'waiting' : isFailed ? 'failed' : 'delivered';
  };

  const deliver: Webhooks['deliver'] = async ({ limit = 100 } = {}) => {
    const counts = { delivered: 0, waiting: 0, failed: 0 };
    for (let left = limit; left > 0; left -= AT_ONCE) {
      const lease = randomBytes(16).toString('base64url');
      const leaseUntil = now() + timeoutMs + SPARE_MS;
      const events = await store.claim({ lease, leaseUntil, now: now(), limit: Math.min(left, AT_ONCE) });
      const ends = await Promise.allSettled(events.map((event) => send(event, lease)));
      for (const end of ends) {
        if (end.status === 'rejected') onError(end.reason);
        else if (end.value !== undefined) counts[end.value]++;
      }
      if (events.length < Math.min(left, AT_ONCE)) break;
    }
    return counts;
  };

  const poll = (): void => {
    round = deliver()
      .catch(onError)
      .then(() => {
        if (isOpen) timer = setTimeout(poll, pollMs).unref();
      });
  };

  return {
    start: () => {
      if (isOpen) return;
      isOpen = true;
      poll();
    },
    deliver,
    failed: async ({ limit = 100 } = {}) => {
      const events = await store.failed({ limit });
      return events.map((event) => failureOf(event, readStates(event.deliveries)));
    },
    resend: async (id) => {
      const [event] = await store.failed({ id, limit: 1 });
      if (event === undefined) return false;
      const delivered = [...readStates(event.deliveries)].filter(([, { state }]) => state === 'delivered');
      return store.resend(id, { deliveries: writeStates(new Map(delivered)), now: now() });
    },
    prune: async ({ before, limit = 1000 }) => store.prune({ before, limit }),
    close: async () => {
      isOpen = false;
      clearTimeout(timer);
      await round;
    },
  };
}

/** The most requests at a time. */
const AT_ONCE = 20;
/** The time of a lease after the longest attempt. */
const SPARE_MS = 30_000;

/** Returns the time of the next attempt. Null if no endpoint waits. */
function nextOf(states: EndpointStates): number | null {
  const times = [...states.values()].flatMap((state) => (state.state === 'waiting' ? [state.nextAt] : []));
  return times.length === 0 ? null : Math.min(...times);
}

function failureOf(event: StoredEvent, states: EndpointStates): FailedWebhook {
  const endpoints = [...states].flatMap(([id, state]) =>
    state.state === 'failed' ? [{ id, attempts: state.attempts, error: state.error }] : [],
  );
  return { id: event.id, event: webhookEventOf(event), endpoints };
}

function reportFailed({ id, event, endpoints }: FailedWebhook): void {
  const places = endpoints.map((one) => `${one.id} (${one.error})`).join(', ');
  console.error(`haft: the webhook ${id} of the call ${event.data.key} failed: ${places}`);
}

function reportError(error: unknown): void {
  console.error('haft: webhooks cannot be sent:', error);
}

function noTime(): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'A time of createWebhooks() is not positive.', {
    hint: 'Give pollMs and timeoutMs in milliseconds, or leave them out.',
  });
}

const OPTIONS: OptionNames<WebhooksOptions> = {
  store: true,
  endpoints: true,
  details: true,
  fetch: true,
  timeoutMs: true,
  retryAfterMs: true,
  pollMs: true,
  maxBytes: true,
  onFailed: true,
  onError: true,
  now: true,
};
