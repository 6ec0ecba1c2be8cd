import type { Order } from '../books.js';
import { call, result } from '../scripted-model.js';
import { once, planThatReturns, program, stepResult, type Task } from './task.js';

/** A chain with two calls at its end, in one plan. */
export const stockOfOrder: Task = {
  question: 'How many of each item of order cai-2 are in stock?',
  expected: ({ orders, stock }) => {
    const items = orders.find(({ id }) => id === 'cai-2')?.items ?? [];
    return items.map((item) => `${item} ${String(stock.get(item))}`).join(', ');
  },
  calls: [
    once([call('get_order', { id: 'cai-2' })]),
    (read) => result<Order>(read, 0).items.map((item) => call('get_stock', { item })),
    (read) =>
      result<Order>(read, 0)
        .items.map((item, at) => `${item} ${String(result(read, 1, at))}`)
        .join(', '),
  ],
  plan: [
    once(
      planThatReturns(
        ['order', 'first', 'second'],
        { id: 'order', tool: 'get_order', args: { id: 'cai-2' } },
        { id: 'first', tool: 'get_stock', args: { item: { $ref: 'order.items.0' } } },
        { id: 'second', tool: 'get_stock', args: { item: { $ref: 'order.items.1' } } },
      ),
    ),
    (read) =>
      stepResult<Order>(read, 0, 0)
        .items.map((item, at) => `${item} ${String(stepResult(read, 0, at + 1))}`)
        .join(', '),
  ],
  code: program(`
    const { items } = await tools.get_order({ id: 'cai-2' });
    const stock = await Promise.all(items.map((item) => tools.get_stock({ item })));
    return items.map((item, at) => item + ' ' + stock[at]).join(', ');`),
};
