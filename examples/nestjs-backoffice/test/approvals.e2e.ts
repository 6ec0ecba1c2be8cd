import { deepEqual, equal, match } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import type { Approval } from '../src/assistant/approvals.service.js';
import type { ChatAnswer } from '../src/assistant/chat.service.js';
import { Backoffice } from './support/backoffice.js';
import { whatItRead } from './support/scripted-model.js';

describe('a refund over the limit', () => {
  let backoffice: Backoffice;
  before(async () => {
    backoffice = await start();
  });
  after(() => backoffice.stop());

  it('waits for a manager, and is made when one approves', async () => {
    const { runId, text, waitsFor } = await ask(backoffice);
    equal(text, '');
    deepEqual(
      waitsFor.map(({ tool, arguments: args }) => ({ tool, ...args })),
      [{ tool: 'refund_create', ...REFUND }],
    );
    deepEqual(await refunds(backoffice), []);

    const approvals = (await backoffice.get('mia', '/approvals')).body as Approval[];
    deepEqual(
      approvals.map(({ userId, requests }) => ({ userId, requests })),
      [{ userId: 'ann', requests: waitsFor }],
    );
    const { status, body } = await backoffice.post('mia', `/approvals/${runId}`, { approved: true });
    equal(status, 200);
    const made = { orderId: 102, amountCents: 9000, reason: 'damaged', note: null, requestedBy: 'ann' };
    const { id: _id, createdAt: _createdAt, ...read } = JSON.parse((body as ChatAnswer).text);
    deepEqual(read, made);
    equal((await refunds(backoffice)).length, 1);
  });

  it('is decided once', async () => {
    const { runId } = await ask(backoffice);
    const decide = () => backoffice.post('mia', `/approvals/${runId}`, { approved: true });
    const before = await refunds(backoffice);
    const statuses = (await Promise.all([decide(), decide(), decide()])).map(({ status }) => status);
    equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
    equal((await refunds(backoffice)).length, before.length + 1);
    equal((await decide()).status, 404);
  });

  it('is not made when a manager refuses, and the model reads why', async () => {
    const { runId } = await ask(backoffice);
    const before = await refunds(backoffice);
    const { body } = await backoffice.post('mia', `/approvals/${runId}`, { approved: false, text: 'Ask for photos.' });
    equal((body as ChatAnswer).text, 'Ask for photos.');
    deepEqual(await refunds(backoffice), before);
  });

  it('is decided by managers of the same tenant only, and never by who asked', async () => {
    const { runId } = await ask(backoffice);
    equal((await backoffice.get('ann', '/approvals')).status, 403);
    equal((await backoffice.post('ann', `/approvals/${runId}`, { approved: true })).status, 403);
    equal((await backoffice.post('meg', `/approvals/${runId}`, { approved: true })).status, 404);
    const own = await ask(backoffice, 'mia');
    const { status, body } = await backoffice.post('mia', `/approvals/${own.runId}`, { approved: true });
    equal(status, 403);
    match(JSON.stringify(body), /Somebody else must decide/);
  });

  it('expires', async () => {
    const hasty = await start({ APPROVAL_EXPIRY_MS: '20' });
    try {
      const { runId } = await ask(hasty);
      await setTimeout(40);
      equal((await hasty.post('mia', `/approvals/${runId}`, { approved: true })).status, 410);
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

async function refunds(backoffice: Backoffice): Promise<unknown[]> {
  return (await backoffice.get('ann', '/refunds?orderId=102')).body as unknown[];
}
