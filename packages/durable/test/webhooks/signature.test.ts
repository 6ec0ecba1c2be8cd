import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '@haft/durable/webhooks';
import { isSigned, signatureHeader, signingKey } from '../../src/webhooks/signature.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const OTHER = `whsec_${randomBytes(32).toString('base64')}`;
const NOW = 1_800_000_000_000;
const EVENT = {
  type: 'haft.call.pending',
  timestamp: '2027-01-15T08:00:00.000Z',
  data: {
    key: 'run/call',
    runId: 'run',
    callId: 'call',
    tool: 'pay',
    state: 'awaiting',
    createdAt: '2027-01-15T08:00:00.000Z',
  },
};

/** A request as the reference library of Standard Webhooks signs it. */
function request(body: string, { secret = SECRET, at = NOW, id = 'msg_1' } = {}) {
  const signature = new Webhook(secret).sign(id, new Date(at), body);
  return {
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': signature,
    },
    body,
    secrets: [SECRET],
    now: NOW,
  };
}

describe('the signature of a webhook', () => {
  it('is that of the reference library of Standard Webhooks [NEW-27]', () => {
    const text = fc.string({ unit: 'binary' }).map((one) => one.toWellFormed?.() ?? one);
    const id = fc.stringMatching(/^msg_\w{1,40}$/);
    fc.assert(
      fc.property(id, text, fc.nat(4_000_000_000), (one, body, seconds) => {
        const ours = signatureHeader([signingKey(SECRET)], { id: one, timestamp: String(seconds), body });
        expect(ours).toBe(new Webhook(SECRET).sign(one, new Date(seconds * 1000), body));
      }),
    );
  });

  it('is valid for these bytes, this id and this time only [NEW-27]', () => {
    const parts = { id: 'msg_1', timestamp: '1800000000', body: JSON.stringify(EVENT) };
    const keys = [signingKey(SECRET)];
    const header = signatureHeader(keys, parts);
    expect(isSigned(header, keys, parts)).toBe(true);
    fc.assert(
      fc.property(fc.nat(parts.body.length - 1), fc.string({ minLength: 1 }), (at, text) => {
        const body = parts.body.slice(0, at) + text + parts.body.slice(at);
        expect(isSigned(header, keys, { ...parts, body })).toBe(false);
        expect(isSigned(header, keys, { ...parts, id: parts.id + text })).toBe(false);
      }),
    );
    expect(isSigned(header, keys, { ...parts, timestamp: '1800000001' })).toBe(false);
  });

  it('counts if one of several secrets made it [NEW-27]', () => {
    const parts = { id: 'msg_1', timestamp: '1800000000', body: '{}' };
    const header = signatureHeader([SECRET, OTHER].map(signingKey), parts);
    expect(header.split(' ')).toHaveLength(2);
    expect(isSigned(header, [signingKey(OTHER)], parts)).toBe(true);
    expect(isSigned(`v1a,zzz v1,zzz ${header}`, [signingKey(SECRET)], parts)).toBe(true);
    expect(isSigned(header.replaceAll('v1,', 'v2,'), [signingKey(SECRET)], parts)).toBe(false);
  });

  it('counts among the first ten of a header, so that a long header costs little [NEW-27]', () => {
    const parts = { id: 'msg_1', timestamp: '1800000000', body: '{}' };
    const keys = [signingKey(SECRET)];
    const own = signatureHeader(keys, parts);
    const others = (count: number) => `${signatureHeader([signingKey(OTHER)], parts)} `.repeat(count);
    expect(isSigned(others(9) + own, keys, parts)).toBe(true);
    expect(isSigned(others(10) + own, keys, parts)).toBe(false);
  });

  it.each([24, 64])('may have a secret of %d bytes [NEW-27]', (length) => {
    expect(signingKey(`whsec_${randomBytes(length).toString('base64')}`)).toHaveLength(length);
  });

  it.each([
    '',
    'whsec_',
    'secret',
    `a${SECRET}`,
    `${SECRET}!`,
    'whsec_!!!!',
    `whsec_${'a'.repeat(20)}`,
    `whsec_${'a'.repeat(200)}`,
  ])('needs a secret of 24 to 64 bytes, not %j [NEW-27]', (secret) => {
    expect(() => signingKey(secret)).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }));
  });
});

describe('verifyWebhook', () => {
  const body = JSON.stringify(EVENT);

  it('returns the event of a signed request [NEW-27]', () => {
    expect(verifyWebhook(request(body))).toEqual({ id: 'msg_1', event: EVENT });
    const { headers, ...rest } = request(body);
    expect(
      verifyWebhook({ ...rest, headers: new Headers(headers), body: new TextEncoder().encode(body) }).event,
    ).toEqual(EVENT);
    const capital = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(verifyWebhook({ ...rest, headers: capital }).event).toEqual(EVENT);
  });

  it('takes the old secret while it is changed [NEW-27]', () => {
    expect(verifyWebhook({ ...request(body, { secret: OTHER }), secrets: [SECRET, OTHER] }).id).toBe('msg_1');
  });

  it.each([
    ['another secret', request(body, { secret: OTHER })],
    ['another body', { ...request(body), body: body.replace('pay', 'pat') }],
    ['an old time', request(body, { at: NOW - 301_000 })],
    ['a time to come', request(body, { at: NOW + 301_000 })],
    ['no header', { ...request(body), headers: {} }],
    [
      'a time that is no number',
      { ...request(body), headers: { ...request(body).headers, 'webhook-timestamp': '1e9' } },
    ],
    ['no JSON', request('no')],
    ['null', request('null')],
    ['another type', request(JSON.stringify({ ...EVENT, type: 'other' }))],
    ['no call', request(JSON.stringify({ ...EVENT, data: null }))],
    ['no secret of ours', { ...request(body), secrets: [] }],
  ])('refuses %s [NEW-27]', (_, received) => {
    expect(() => verifyWebhook(received)).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_WEBHOOK' }));
  });
});
