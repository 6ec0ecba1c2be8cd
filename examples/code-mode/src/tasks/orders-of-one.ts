import type { Customer, Order } from '../books.js';
import { call, result } from '../scripted-model.js';
import { once, plan, program, stepResult, type Task } from './task.js';

/** A chain: the second call needs the result of the first one. */
export const ordersOfOne: Task = {
  question: 'How many orders has the customer in Tromsø?',
  expected: ({ orders }) => String(orders.filter(({ customer }) => customer === 'dag').length),
  calls: [
    once([call('find_customers', { city: 'Tromsø' })]),
    (read) => [call('list_orders', { customer: result<Customer[]>(read, 0)[0]?.id })],
    (read) => String(result<Order[]>(read, 1).length),
  ],
  plan: [
    once(
      plan(
        { id: 'found', tool: 'find_customers', args: { city: 'Tromsø' } },
        { tool: 'list_orders', args: { customer: { $ref: 'found.0.id' } } },
      ),
    ),
    (read) => String(stepResult<Order[]>(read, 0, 1).length),
  ],
  code: program(`
    const [customer] = await tools.find_customers({ city: 'Tromsø' });
    return (await tools.list_orders({ customer: customer.id })).length;`),
};
