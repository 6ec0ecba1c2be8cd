import type { Order } from '../books.js';
import { call, result } from '../scripted-model.js';
import { once, plan, program, stepResult, type Task } from './task.js';

const ids = ['ada-1', 'zoe-1', 'bo-2'];

/** A failure in the middle: the other calls still count. */
export const missingOrder: Task = {
  question: 'What do the orders ada-1, zoe-1 and bo-2 cost? Leave out what does not exist.',
  expected: ({ orders }) => totals(ids.flatMap((id) => orders.find((one) => one.id === id) ?? [])),
  calls: [
    once(ids.map((id) => call('get_order', { id }))),
    (read) => totals([result<Order>(read, 0, 0), result<Order>(read, 0, 2)]),
  ],
  plan: [
    once(plan(...ids.map((id) => ({ tool: 'get_order', args: { id } })))),
    (read) => totals([stepResult<Order>(read, 0, 0), stepResult<Order>(read, 0, 2)]),
  ],
  code: program(`
    const lines = [];
    for (const id of ['ada-1', 'zoe-1', 'bo-2']) {
      try {
        const order = await tools.get_order({ id });
        lines.push(order.id + ' ' + order.total);
      } catch (error) {
        console.log(error.message);
      }
    }
    return lines.join(', ');`),
};

function totals(orders: readonly Order[]): string {
  return orders.map(({ id, total }) => `${id} ${String(total)}`).join(', ');
}
