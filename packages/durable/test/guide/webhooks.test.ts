import { afterEach, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { HaftError } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { createWebhooks, MemoryWebhookStore, verifyWebhook, type WebhookEvent } from '@haft/durable/webhooks';
import { openBank, World } from '../calls/bank.js';
import { startReceiver } from '../webhooks/receiver.js';

/* The examples of docs/guide/webhooks.md. */

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const env = { DESK_URL: '', DESK_SECRET: `whsec_${randomBytes(32).toString('base64')}` };

test('a receiver gets and verifies the events of a ledger [NEW-27]', async () => {
  const told: WebhookEvent[] = [];
  const known = new Set<string>();
  const process = { env };
  // #region receive
  const desk = new Hono();
  desk.post('/haft', async ({ req }) => {
    const { id, event } = verifyWebhook({
      headers: req.raw.headers,
      body: await req.text(),
      secrets: [process.env.DESK_SECRET],
    });
    if (!known.has(id)) told.push(event);
    known.add(id);
    return new Response(null, { status: 204 });
  });
  desk.onError((error) => {
    const isOfOthers = error instanceof HaftError && error.code === 'HAFT_INVALID_WEBHOOK';
    return new Response(null, { status: isOfOthers ? 400 : 500 });
  });
  // #endregion receive
  for (const init of [{}, { headers: { 'webhook-signature': '\xff' }, body: '{' }])
    expect((await desk.request('/haft', { method: 'POST', ...init })).status).toBe(400);
  const server = await startReceiver();
  server.answer = async (response, { headers, body }) => {
    const request = { method: 'POST', headers: headers as Record<string, string>, body };
    response.writeHead((await desk.request('/haft', request)).status).end();
  };
  closers.push(() => server.close());
  env.DESK_URL = server.url;

  const ledger = new MemoryCallLedger();
  const store = new MemoryWebhookStore(ledger);
  const runtime = openBank(ledger, new World());
  // #region send
  const webhooks = createWebhooks({
    store,
    endpoints: [{ id: 'desk', url: process.env.DESK_URL, secrets: [process.env.DESK_SECRET] }],
    details: async ({ data }) => ({ preview: (await runtime.pending.get(data.key))?.request?.preview }),
  });
  webhooks.start();
  // #endregion send
  closers.push(() => webhooks.close());

  const run = runtime.startRun({ id: 'chat-1', tenantId: 'acme', userId: 'ann' });
  await run.call({ id: 'call-1', name: 'pay', arguments: { cents: 900 } });
  await webhooks.deliver();
  await webhooks.close();
  expect(told).toMatchObject([{ type: 'haft.call.pending', data: { callId: 'call-1', tool: 'pay' } }]);

  // #region failed
  for (const { id, event, endpoints } of await webhooks.failed()) {
    console.log(event.data.key, endpoints);
    await webhooks.resend(id);
  }
  // #endregion failed
});
