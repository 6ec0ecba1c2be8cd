import { wellFormedJson } from '@haft/schema/basics';
import type { StoredEvent } from '../store/webhook-store.js';
import type { CheckedEndpoint } from '../webhook-endpoint.js';
import type { WebhookEvent } from '../webhook-event.js';
import { readStates, type EndpointState, type EndpointStates } from './endpoint-states.js';
import { postEvent, type PostResult, type Sender } from './post-event.js';
import { nextDelay } from './retry-schedule.js';

/** The settings of all attempts. */
export interface SendSettings extends Sender {
  readonly endpoints: readonly CheckedEndpoint[];
  readonly schedule: readonly number[];
  readonly maxBytes: number;
  readonly details: ((event: WebhookEvent) => unknown) | undefined;
  readonly onError: (error: unknown) => void;
}

/** Sends an event to the endpoints that have not got it and whose time has come. */
export async function sendEvent(stored: StoredEvent, settings: SendSettings): Promise<EndpointStates> {
  const before = readStates(stored.deliveries);
  const wanted = settings.endpoints.filter(({ wants }) => wants(stored.type, stored.tenantId));
  const now = settings.now();
  const isDue = ({ id }: CheckedEndpoint): boolean => {
    const state = before.get(id);
    return state === undefined || (state.state === 'waiting' && state.nextAt <= now);
  };
  const body = wanted.some(isDue) ? await bodyOf(stored, settings) : '';
  const sent = wanted.map(async (endpoint): Promise<readonly [string, EndpointState | undefined]> => {
    const known = before.get(endpoint.id);
    if (!isDue(endpoint)) return [endpoint.id, known];
    const result = await post(endpoint, { id: stored.id, body }, settings);
    const attempts = (known?.state === 'waiting' ? known.attempts : 0) + 1;
    return [endpoint.id, stateAfter(result, attempts, settings)];
  });
  const after = await Promise.all(sent);
  return new Map(after.flatMap(([id, state]) => (state === undefined ? [] : [[id, state] as const])));
}

async function post(
  endpoint: CheckedEndpoint,
  { id, body }: { readonly id: string; readonly body: string | Error },
  settings: SendSettings,
): Promise<PostResult> {
  if (typeof body === 'string') return postEvent(endpoint, { id, body }, settings);
  return { ok: false, error: body.message, retryAfterMs: 0, isGone: false };
}

function stateAfter(result: PostResult, attempts: number, { schedule, now }: SendSettings): EndpointState {
  if (result.ok) return { state: 'delivered' };
  const { error } = result;
  const delay = result.isGone ? undefined : nextDelay(schedule, attempts, result.retryAfterMs);
  if (delay === undefined) return { state: 'failed', attempts, error };
  return { state: 'waiting', attempts, nextAt: now() + delay, error };
}

/** Returns the body, or an error that counts as a failed attempt. */
async function bodyOf(stored: StoredEvent, { details, maxBytes, onError }: SendSettings): Promise<string | Error> {
  const event = webhookEventOf(stored);
  try {
    const found: unknown = details === undefined ? undefined : await details(event);
    const data = found === undefined ? event.data : { ...event.data, details: found };
    const body = wellFormedJson(JSON.stringify({ ...event, data }));
    const bytes = Buffer.byteLength(body);
    return bytes <= maxBytes ? body : new Error(`The body has ${bytes} bytes, and may have ${maxBytes}.`);
  } catch (error) {
    onError(error);
    return new Error('The option `details` failed.');
  }
}

/** Returns the event that an endpoint receives. */
export function webhookEventOf(stored: StoredEvent): WebhookEvent {
  const { type, key, runId, callId, tenantId, userId, tool, kind, state, createdAt, expiresAt, at } = stored;
  return {
    type,
    timestamp: iso(at),
    data: {
      ...{ key, runId, callId },
      ...(tenantId !== '' && { tenantId }),
      ...(userId !== '' && { userId }),
      tool,
      ...(kind !== null && { kind }),
      ...{ state, createdAt: iso(createdAt) },
      ...(expiresAt !== null && { expiresAt: iso(expiresAt) }),
    },
  };
}

/** Times outside the range of dates are those of another program. */
function iso(time: number): string {
  return new Date(Math.min(Math.max(time, 0), LATEST)).toISOString();
}

const LATEST = 8.64e15;
