import { deepEqual, equal } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import type { PendingCall } from 'haft/extend';
import type { ChatAnswer } from '../src/assistant/chat.service.js';
import { Backoffice } from './support/backoffice.js';
import { approve, decisionPath, type Decided, type PendingPage } from './support/decisions.js';
import { whatItRead } from './support/scripted-model.js';

describe('a refund over the limit', () => {
  let backoffice: Backoffice;
  before(async () => {
    backoffice = await start();
  });
  after(() => backoffice.stop());

  it('waits for a manager, is made when one approves, and the chat continues', async () => {
    const { runId, text, waitsFor } = await ask(backoffice);
    equal(text, '');
    deepEqual(
      waitsFor.map(({ tool, arguments: args }) => ({ tool, ...args })),
      [{ tool: 'refund_create', ...REFUND }],
    );
    deepEqual(await refunds(backoffice), []);
    deepEqual(await goOn(backoffice, runId), { status: 200, body: { runId, text: '', waitsFor } });

    const { calls } = (await backoffice.get('mia', '/admin/pending')).body as PendingPage;
    deepEqual(
      calls.map(({ userId, request }) => ({ userId, request })),
      [{ userId: 'ann', request: waitsFor[0] }],
    );
    const { status, body } = await backoffice.post('mia', decisionPath(calls[0]!), approve(calls[0]!));
    deepEqual([status, (body as Decided).outcome.status], [200, 'success']);
    equal((await refunds(backoffice)).length, 1);

    const made = { orderId: 102, amountCents: 9000, reason: 'damaged', note: null, requestedBy: 'ann' };
    const answer = (await goOn(backoffice, runId)).body as ChatAnswer;
    const { id: _id, createdAt: _createdAt, ...read } = JSON.parse(answer.text);
    deepEqual(read, made);
    equal((await goOn(backoffice, runId)).status, 404);
    equal((await refunds(backoffice)).length, 1);
  });

  it('is decided once', async () => {
    const call = await waiting(backoffice);
    const decide = () => backoffice.post('mia', decisionPath(call), approve(call));
    const before = await refunds(backoffice);
    const statuses = (await Promise.all([decide(), decide(), decide()])).map(({ status }) => status);
    deepEqual(statuses.sort(), [200, 409, 409]);
    equal((await refunds(backoffice)).length, before.length + 1);
    equal((await decide()).status, 409);
  });

  it('is not made when a manager refuses, and the model reads why', async () => {
    const call = await waiting(backoffice);
    const before = await refunds(backoffice);
    await backoffice.post('mia', decisionPath(call), {
      decision: { kind: 'deny', text: 'Ask for photos.' },
      request: call.request?.id,
    });
    equal(((await goOn(backoffice, call.runId)).body as ChatAnswer).text, 'Ask for photos.');
    deepEqual(await refunds(backoffice), before);
  });

  it('is not made by a decision about another request than the one that waits', async () => {
    const [call, other] = [await waiting(backoffice), await waiting(backoffice)];
    const before = await refunds(backoffice);
    equal((await backoffice.post('mia', decisionPath(call), approve(other))).status, 409);
    deepEqual(await refunds(backoffice), before);
  });

  it('is decided by managers of the same tenant only, and never by who asked', async () => {
    const call = await waiting(backoffice);
    equal((await backoffice.get('ann', '/admin/pending')).status, 403);
    equal((await backoffice.post('ann', decisionPath(call), approve(call))).status, 403);
    deepEqual((await backoffice.get('meg', '/admin/pending')).body, { calls: [] });
    equal((await backoffice.post('meg', decisionPath(call), approve(call))).status, 404);
    equal((await goOn(backoffice, call.runId, 'mia')).status, 404);
    const own = await waiting(backoffice, 'mia');
    equal((await backoffice.post('mia', decisionPath(own), approve(own))).status, 403);
  });

  it('expires', async () => {
    const hasty = await start({ APPROVAL_EXPIRY_MS: '20' });
    try {
      const call = await waiting(hasty);
      await setTimeout(40);
      equal((await hasty.post('mia', decisionPath(call), approve(call))).status, 410);
      deepEqual(await refunds(hasty), []);
    } finally {
      await hasty.stop();
    }
  });
});

const REFUND = { orderId: 102, amountCents: 9000, reason: 'damaged' };

async function start(settings?: Record<string, string>): Promise<Backoffice> {
  const backoffice = await Backoffice.start(settings);
  backoffice.model.script = [[['order_get', { id: 102 }]], [['refund_create', REFUND]], whatItRead];
  return backoffice;
}

async function ask(backoffice: Backoffice, user = 'ann'): Promise<ChatAnswer> {
  const { body } = await backoffice.post(user, '/chat', { message: 'The chair is damaged.' });
  return body as ChatAnswer;
}

/** Asks, and returns the call that waits. */
async function waiting(backoffice: Backoffice, user = 'ann'): Promise<PendingCall> {
  const { runId } = await ask(backoffice, user);
  const { calls } = (await backoffice.get('mia', `/admin/pending?runId=${runId}`)).body as PendingPage;
  return calls[0]!;
}

function goOn(backoffice: Backoffice, runId: string, user = 'ann') {
  return backoffice.post(user, `/chat/${runId}`);
}

async function refunds(backoffice: Backoffice): Promise<unknown[]> {
  return (await backoffice.get('ann', '/refunds?orderId=102')).body as unknown[];
}
