import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Backoffice } from './support/backoffice.js';
import { whatItRead } from './support/scripted-model.js';

describe('the chat', () => {
  let backoffice: Backoffice;
  before(async () => {
    backoffice = await Backoffice.start();
  });
  after(() => backoffice.stop());

  it('lets the model call tools until it has an answer', async () => {
    backoffice.model.script = [
      [['customer_find', { text: 'ada' }]],
      [['order_search', { customerId: 1, limit: 1 }]],
      ([, orders = '']) => `The last order: ${String(JSON.parse(orders)[0].id)}.`,
    ];
    equal(await backoffice.chat('ann'), 'The last order: 102.');
  });

  it('explains invalid arguments to the model, and the model corrects them', async () => {
    const refund = { orderId: 103, amountCents: 100, reason: 'late' };
    backoffice.model.script = [
      [['refund_create', { ...refund, amountCents: 0, reason: 'lost' }]],
      [['refund_create', refund]],
      (read) => read.join('\n---\n'),
    ];
    const [retry = '', success = ''] = (await backoffice.chat('ann')).split('\n---\n');
    equal(
      retry,
      `Tool call validation failed for tool 'refund_create':
- amountCents: expected an integer of at least 1, received 0
- reason: expected one of "damaged", "late", "not_as_described", "goodwill", received "lost"

Fix the errors and try again.`,
    );
    const { id, createdAt, ...made } = JSON.parse(success);
    deepEqual(made, { ...refund, note: null, requestedBy: 'ann' });
    equal(id, 1);
    match(createdAt, /^\d{4}-\d\d-\d\dT/);
  });

  it('gives the model the message that a DTO has for people', async () => {
    backoffice.model.script = [[['customer_change_contact', { id: 1, contact: { phone: '030 123' } }]], whatItRead];
    match(await backoffice.chat('ann'), /- contact.phone: phone must be written as \+4930123456/);
  });
});
