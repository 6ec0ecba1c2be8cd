import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Backoffice } from './support/backoffice.js';
import { whatItRead } from './support/scripted-model.js';

describe('tenants', () => {
  let backoffice: Backoffice;
  before(async () => {
    backoffice = await Backoffice.start();
  });
  after(() => backoffice.stop());

  it('see only their own customers, with concurrent requests of others', async () => {
    backoffice.model.script = [[['customer_find', { text: 'Ada' }]], whatItRead];
    const users = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'ann' : 'bob'));
    const answers = await Promise.all(users.map((user) => backoffice.chat(user)));
    const names = answers.map((text) => (JSON.parse(text) as { name: string }[]).map(({ name }) => name));
    deepEqual(
      names,
      users.map((user) => [user === 'ann' ? 'Ada Byron' : 'Ada Lovelace']),
    );
  });

  it('find nothing of others by its number either', async () => {
    backoffice.model.script = [[['order_get', { id: 201 }]], whatItRead];
    equal(await backoffice.chat('ann'), 'There is no order 201.');
    equal((await backoffice.get('ann', '/orders/201')).status, 404);
    equal((await backoffice.get('bob', '/orders/201')).status, 200);
  });
});
