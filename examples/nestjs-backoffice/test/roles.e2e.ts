import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Order } from '../src/orders/order.entity.js';
import { Backoffice } from './support/backoffice.js';
import { whatItRead } from './support/scripted-model.js';

describe('the role guard', () => {
  let backoffice: Backoffice;
  before(async () => {
    backoffice = await Backoffice.start();
    backoffice.model.script = [[['order_ship', { id: 103, trackingNumber: 'DE-1234' }]], whatItRead];
  });
  after(() => backoffice.stop());

  const order = async (): Promise<Order> => (await backoffice.get('ann', '/orders/103')).body as Order;

  it('denies a tool as it denies a route, and the model reads why', async () => {
    equal(await backoffice.chat('ann'), 'The tool call was denied: This needs the role warehouse.');
    const { status } = await backoffice.post('ann', '/orders/103/shipment', { trackingNumber: 'DE-1234' });
    equal(status, 403);
    equal((await order()).status, 'placed');
  });

  it('lets a tool be called by who has the role', async () => {
    const shipped = JSON.parse(await backoffice.chat('wes')) as Order;
    deepEqual(shipped, await order());
    equal(shipped.status, 'shipped');
  });

  it('is asked before the arguments are looked at', async () => {
    backoffice.model.script = [[['refund_create', { orderId: 'nonsense' }]], whatItRead];
    equal(await backoffice.chat('wes'), 'The tool call was denied: This needs the role support.');
  });
});
