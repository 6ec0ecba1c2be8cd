import { HaftError } from '@haft/core';
import { signingKey, type SigningKey } from './signature.js';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from './webhook-event.js';

/** A server that receives events. */
export interface WebhookEndpoint {
  /** Names the endpoint in the store. A new id receives waiting events again. */
  readonly id: string;
  /** Starts with `https:`, or is on this machine. */
  readonly url: string;
  /**
   * `whsec_` and the base64 of 24 to 64 random bytes. The events are signed with each, so that a
   * receiver can change to a new secret.
   */
  readonly secrets: readonly string[];
  /** Default: `haft.call.pending` and `haft.call.unknown`. */
  readonly events?: readonly WebhookEventType[];
  /** Receives only calls of these tenants. Default: all. */
  readonly tenants?: readonly string[];
  /** Whether `http:` is allowed for another machine. Default: false. */
  readonly allowHttp?: boolean;
}

/** An endpoint whose settings are valid. */
export interface CheckedEndpoint {
  readonly id: string;
  readonly url: string;
  readonly keys: readonly SigningKey[];
  readonly wants: (type: WebhookEventType, tenantId: string) => boolean;
}

/**
 * Checks endpoints.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if an endpoint is invalid, or two have the same id
 */
export function checkedEndpoints(endpoints: readonly WebhookEndpoint[]): readonly CheckedEndpoint[] {
  const ids = endpoints.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw invalid(`Two endpoints of webhooks have the id '${twice}'.`, 'Rename one of them.');
  return endpoints.map(checked);
}

function checked(endpoint: WebhookEndpoint): CheckedEndpoint {
  const { id, secrets, tenants, events = ['haft.call.pending', 'haft.call.unknown'] } = endpoint;
  if (!/^[\w.-]{1,100}$/.test(id))
    throw invalid(`The id '${id}' of an endpoint is invalid.`, 'Use letters and digits.');
  if (secrets.length === 0) throw invalid(`The endpoint '${id}' has no secret.`, 'Give it one secret or more.');
  const unknown = events.find((event) => !WEBHOOK_EVENT_TYPES.includes(event));
  if (unknown !== undefined)
    throw invalid(`The endpoint '${id}' asks for '${unknown}'.`, `Events are ${WEBHOOK_EVENT_TYPES.join(', ')}.`);
  return {
    id,
    url: checkedUrl(endpoint),
    keys: secrets.map(signingKey),
    wants: (type, tenantId) => events.includes(type) && (tenants === undefined || tenants.includes(tenantId)),
  };
}

function checkedUrl({ id, url, allowHttp = false }: WebhookEndpoint): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isHttp = parsed?.protocol === 'http:' && (allowHttp || LOOPBACK.has(parsed.hostname));
  if (parsed === null || !(parsed.protocol === 'https:' || isHttp))
    throw invalid(
      `The URL of the endpoint '${id}' is not https:.`,
      'Use https:, or allowHttp inside your own network.',
    );
  if (parsed.username !== '' || parsed.password !== '')
    throw invalid(`The URL of the endpoint '${id}' has a password.`, 'The signature proves who sends an event.');
  return parsed.href;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function invalid(message: string, hint: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', message, { hint });
}
