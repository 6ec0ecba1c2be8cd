import { equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CustomersService } from '../src/customers/customers.service.js';
import { Backoffice } from './support/backoffice.js';
import { whatItRead } from './support/scripted-model.js';

describe('exceptions of services', () => {
  let backoffice: Backoffice;
  before(async () => {
    backoffice = await Backoffice.start();
  });
  after(() => backoffice.stop());

  it('are read by the model as people read them', async () => {
    backoffice.model.script = [[['order_get', { id: 999 }]], whatItRead];
    equal(await backoffice.chat('ann'), 'There is no order 999.');
    backoffice.model.script = [[['order_cancel', { id: 101 }]], whatItRead];
    equal(await backoffice.chat('ann'), 'Order 101 is shipped; only a placed one can be changed.');
  });

  it('reveal nothing internal if they are unexpected', async (context) => {
    context.mock.method(CustomersService.prototype, 'find', () => {
      throw new TypeError('connect to postgres://admin:secret@db');
    });
    backoffice.model.script = [[['customer_find', { text: 'Ada' }]], whatItRead];
    match(await backoffice.chat('ann'), /^The tool failed unexpectedly \(error id \w+\)\./);
  });
});
