import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { MemoryCallLedger } from '@haft/durable';
import {
  createWebhooks,
  MemoryWebhookStore,
  verifyWebhook,
  type FailedWebhook,
  type WebhookEndpoint,
  type WebhooksOptions,
} from '@haft/durable/webhooks';
import { decision } from '@haft/runtime';
import { proposal } from '../../src/contract/proposal.js';
import { openBank, World } from '../calls/bank.js';
import { startReceiver, type Receiver } from './receiver.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const HOUR = 3_600_000;

let receiver: Receiver;
let ledger: MemoryCallLedger;
let clock: number;
let failures: FailedWebhook[];
let errors: unknown[];

beforeEach(async () => {
  receiver = await startReceiver();
  ledger = new MemoryCallLedger();
  clock = Date.now() + HOUR;
  failures = [];
  errors = [];
});
afterEach(() => receiver.close());

function endpoint(own: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return { id: 'desk', url: receiver.url, secrets: [SECRET], ...own };
}

function webhooksOf(own: Partial<WebhooksOptions> = {}) {
  return createWebhooks({
    store: new MemoryWebhookStore(ledger),
    endpoints: [endpoint()],
    now: () => clock,
    onFailed: (failure) => failures.push(failure),
    onError: (error) => errors.push(error),
    ...own,
  });
}

/** Lets a model ask for a payment that a person must approve. */
async function askForPayment(tenantId = 'acme') {
  const runtime = openBank(ledger, new World());
  const run = runtime.startRun({ id: `chat-${randomBytes(4).toString('hex')}`, tenantId, userId: 'ann' });
  await run.call({ id: 'call-1', name: 'pay', arguments: { cents: 900 } });
  const { calls } = await runtime.pending.list({ runId: run.id });
  return { runtime, key: calls[0]?.key ?? '' };
}

describe('webhooks', () => {
  it('tell an endpoint, with a signature, that a call waits [NEW-27]', async () => {
    const webhooks = webhooksOf();
    const { key } = await askForPayment();
    expect(await webhooks.deliver()).toEqual({ delivered: 1, waiting: 0, failed: 0 });
    const [request] = receiver.requests;
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json' });
    const { event } = verifyWebhook({ ...received(request), secrets: [SECRET], now: clock });
    expect(event).toMatchObject({
      type: 'haft.call.pending',
      data: {
        key,
        callId: 'call-1',
        tenantId: 'acme',
        userId: 'ann',
        tool: 'pay',
        kind: 'approval',
        state: 'awaiting',
      },
    });
    expect(Object.keys(event.data)).not.toContain('arguments');
    expect(await webhooks.deliver()).toEqual({ delivered: 0, waiting: 0, failed: 0 });
  });

  it('tell an endpoint that asks for it that a call is decided, also if it was not told before [NEW-27]', async () => {
    const webhooks = webhooksOf({ endpoints: [endpoint({ events: ['haft.call.pending', 'haft.call.decided'] })] });
    const { runtime, key } = await askForPayment();
    await runtime.pending.decide(key, decision.deny('No.'));
    await webhooks.deliver();
    const types = receiver.requests.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types.sort()).toEqual(['haft.call.decided', 'haft.call.pending']);
  });

  it('send only the calls of its tenants to an endpoint [NEW-27]', async () => {
    const webhooks = webhooksOf({ endpoints: [endpoint({ tenants: ['acme'] })] });
    await askForPayment('other');
    await askForPayment('acme');
    expect(await webhooks.deliver()).toEqual({ delivered: 2, waiting: 0, failed: 0 });
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.requests[0]?.body).toContain('acme');
  });

  it('send what `details` returns, asked again in each attempt [NEW-27]', async () => {
    let looks = 0;
    const webhooks = webhooksOf({ details: ({ data }) => ({ screen: `/pending/${data.key}`, looks: ++looks }) });
    const { key } = await askForPayment();
    receiver.answer = (response) => response.writeHead(500).end();
    await webhooks.deliver();
    clock += HOUR;
    receiver.answer = (response) => response.writeHead(200).end();
    await webhooks.deliver();
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body) as { data: { details: unknown } });
    expect(bodies.map(({ data }) => data.details)).toEqual([
      { screen: `/pending/${key}`, looks: 1 },
      { screen: `/pending/${key}`, looks: 2 },
    ]);
  });

  it('try again under the same id, as the schedule says, and then say that the event failed [NEW-27]', async () => {
    const webhooks = webhooksOf({ retryAfterMs: [1000, 60_000] });
    const { key } = await askForPayment();
    receiver.answer = (response) => response.writeHead(503).end('the secrets of the receiver');
    expect(await webhooks.deliver()).toEqual({ delivered: 0, waiting: 1, failed: 0 });
    clock += 999;
    expect(await webhooks.deliver()).toEqual({ delivered: 0, waiting: 0, failed: 0 });
    clock += 102;
    expect(await webhooks.deliver()).toEqual({ delivered: 0, waiting: 1, failed: 0 });
    clock += 66_001;
    expect(await webhooks.deliver()).toEqual({ delivered: 0, waiting: 0, failed: 1 });
    const ids = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    expect([receiver.requests.length, ids.size]).toEqual([3, 1]);
    const failure = { id: [...ids][0], endpoints: [{ id: 'desk', attempts: 3, error: 'HTTP 503' }] };
    expect(failures).toMatchObject([failure]);
    expect(await webhooks.failed()).toMatchObject([{ ...failure, event: { data: { key } } }]);
    clock += 30 * 24 * HOUR;
    expect(await webhooks.deliver()).toEqual({ delivered: 0, waiting: 0, failed: 0 });
  });

  it('send a failed event again when they are asked to [NEW-27]', async () => {
    const other = await startReceiver();
    const endpoints = [endpoint(), endpoint({ id: 'log', url: other.url })];
    const webhooks = webhooksOf({ endpoints, retryAfterMs: [] });
    await askForPayment();
    receiver.answer = (response) => response.writeHead(500).end();
    expect(await webhooks.deliver()).toEqual({ delivered: 0, waiting: 0, failed: 1 });
    receiver.answer = (response) => response.writeHead(200).end();
    const [failure] = await webhooks.failed();
    expect(failure?.endpoints).toEqual([{ id: 'desk', attempts: 1, error: 'HTTP 500' }]);
    expect(await webhooks.resend(failure?.id ?? '')).toBe(true);
    expect(await webhooks.resend('other')).toBe(false);
    expect(await webhooks.deliver()).toEqual({ delivered: 1, waiting: 0, failed: 0 });
    expect(await webhooks.failed()).toEqual([]);
    expect([receiver.requests.length, other.requests.length]).toEqual([2, 1]);
    await other.close();
  });

  it('wait as long as the receiver asks for [NEW-27]', async () => {
    const webhooks = webhooksOf({ retryAfterMs: [1000] });
    await askForPayment();
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': '600' }).end();
    await webhooks.deliver();
    clock += 599_000;
    expect(await webhooks.deliver()).toEqual({ delivered: 0, waiting: 0, failed: 0 });
    receiver.answer = (response) => response.writeHead(200).end();
    clock += 2000;
    expect(await webhooks.deliver()).toEqual({ delivered: 1, waiting: 0, failed: 0 });
  });

  it('end with the first attempt if the receiver is gone (410) [NEW-27]', async () => {
    const webhooks = webhooksOf();
    await askForPayment();
    receiver.answer = (response) => response.writeHead(410).end();
    expect(await webhooks.deliver()).toEqual({ delivered: 0, waiting: 0, failed: 1 });
  });

  it('follow no redirect [NEW-27]', async () => {
    const other = await startReceiver();
    const webhooks = webhooksOf({ retryAfterMs: [] });
    await askForPayment();
    receiver.answer = (response) => response.writeHead(307, { location: other.url }).end();
    await webhooks.deliver();
    expect(other.requests).toEqual([]);
    expect(failures[0]?.endpoints).toEqual([{ id: 'desk', attempts: 1, error: 'HTTP 307' }]);
    await other.close();
  });

  it('end an attempt that takes too long, and name the reason [NEW-27]', async () => {
    const webhooks = webhooksOf({ retryAfterMs: [], timeoutMs: 50 });
    await askForPayment();
    receiver.answer = () => undefined;
    await webhooks.deliver();
    expect(failures[0]?.endpoints).toEqual([{ id: 'desk', attempts: 1, error: 'TimeoutError' }]);
  });

  it('name the reason if no server answers, without its address [NEW-27]', async () => {
    const closed = await startReceiver();
    await closed.close();
    const webhooks = webhooksOf({ endpoints: [endpoint({ url: closed.url })], retryAfterMs: [] });
    await askForPayment();
    await webhooks.deliver();
    expect(failures[0]?.endpoints).toEqual([{ id: 'desk', attempts: 1, error: 'ECONNREFUSED' }]);
  });

  it('count a failing `details` and a body that is too long as a failed attempt [NEW-27]', async () => {
    const problem = new Error('the password is 123');
    const throwing = webhooksOf({ details: () => Promise.reject(problem), retryAfterMs: [] });
    await askForPayment();
    await throwing.deliver();
    expect(errors).toEqual([problem]);
    expect(failures[0]?.endpoints[0]?.error).toBe('The option `details` failed.');
    const long = webhooksOf({ details: () => 'x'.repeat(70_000), retryAfterMs: [] });
    await askForPayment();
    await long.deliver();
    expect(failures.at(-1)?.endpoints[0]?.error).toMatch(/^The body has 70\d{3} bytes, and may have 65536\.$/);
    expect(receiver.requests).toEqual([]);
  });

  it('sign with each secret, so that a receiver can change its own [NEW-27]', async () => {
    const next = `whsec_${randomBytes(24).toString('base64')}`;
    const webhooks = webhooksOf({ endpoints: [endpoint({ secrets: [next, SECRET] })] });
    await askForPayment();
    await webhooks.deliver();
    for (const secret of [SECRET, next])
      expect(() => verifyWebhook({ ...received(receiver.requests[0]), secrets: [secret], now: clock })).not.toThrow();
  });

  it('look for events until they are closed, and survive a store that fails [NEW-27]', async () => {
    const store = new MemoryWebhookStore(ledger);
    const claim = store.claim.bind(store);
    let calls = 0;
    const delivered = new Promise((resolve) => {
      receiver.answer = (response) => {
        response.writeHead(200).end();
        resolve(undefined);
      };
    });
    store.claim = (lease) => {
      if (++calls === 1) throw new Error('no disk');
      return claim(lease);
    };
    const webhooks = webhooksOf({ store, pollMs: 5 });
    webhooks.start();
    webhooks.start();
    await askForPayment();
    await delivered;
    await webhooks.close();
    const after = calls;
    await askForPayment();
    await new Promise((resolve) => setImmediate(resolve));
    expect([calls, receiver.requests.length]).toEqual([after, 1]);
    expect(errors).toEqual([new Error('no disk')]);
  });

  it('leave out what a call does not have [NEW-27]', async () => {
    const webhooks = webhooksOf();
    const own = { tenantId: '', userId: '', kind: null, lease: 'l', leaseUntil: 2000 };
    ledger.propose([proposal('key', { ...own, state: 'running' })]);
    const lease = { key: 'key', tenantId: '', userId: '', attempt: 1, lease: 'l' };
    ledger.settle(lease, { state: 'unknown_outcome', outcome: '{}', now: 1500 });
    await webhooks.deliver();
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toEqual({
      type: 'haft.call.unknown',
      timestamp: '1970-01-01T00:00:01.500Z',
      data: {
        ...{ key: 'key', runId: 'run', callId: 'call', tool: 'pay', state: 'unknown_outcome' },
        createdAt: '1970-01-01T00:00:01.000Z',
      },
    });
  });

  it('send at most as many events as they are asked for [NEW-27]', async () => {
    const webhooks = webhooksOf();
    for (let index = 0; index < 45; index++) await askForPayment();
    const rounds = [];
    for (const limit of [0, 1, 30, 100]) rounds.push((await webhooks.deliver({ limit })).delivered);
    expect(rounds).toEqual([0, 1, 30, 14]);
  });

  it('send many events, each once [NEW-27]', async () => {
    const webhooks = webhooksOf();
    for (let index = 0; index < 55; index++) await askForPayment();
    const rounds = await Promise.all([webhooks.deliver(), webhooks.deliver()]);
    expect(rounds[0].delivered + rounds[1].delivered).toBe(55);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(55);
    expect(receiver.requests).toHaveLength(55);
  });

  it.each<[string, Partial<WebhookEndpoint>]>([
    ['a URL of another machine without encryption', { url: 'http://example.com/hook' }],
    ['a URL that is none', { url: 'desk' }],
    ['another scheme', { url: 'file:///etc/passwd' }],
    ['a password in the URL', { url: 'https://me:secret@example.com' }],
    ['no secret', { secrets: [] }],
    ['a short secret', { secrets: ['whsec_YQ=='] }],
    ['an unknown event', { events: ['haft.call.lost' as 'haft.call.pending'] }],
    ['an id with other characters', { id: 'a b' }],
  ])('refuse an endpoint with %s [NEW-27]', (_, own) => {
    expect(() => webhooksOf({ endpoints: [endpoint(own)] })).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }),
    );
  });

  it('refuse two endpoints with one id, and times that are not positive [NEW-27]', () => {
    const invalid = expect.objectContaining({ code: 'HAFT_INVALID_OPTION' });
    expect(() => webhooksOf({ endpoints: [endpoint(), endpoint()] })).toThrow(invalid);
    expect(() => webhooksOf({ pollMs: 0 })).toThrow(invalid);
    expect(() => webhooksOf({ endpoints: [endpoint({ url: 'http://10.0.0.1/', allowHttp: true })] })).not.toThrow();
  });
});

function received(request: Receiver['requests'][number] | undefined) {
  return { headers: request?.headers ?? {}, body: request?.body ?? '' };
}
