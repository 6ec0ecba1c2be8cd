import type { Customer, Order } from '../books.js';
import { call, result } from '../scripted-model.js';
import { once, plan, program, sum, type Task } from './task.js';

/** A loop over a result: a plan needs a second message, since it cannot repeat a step. */
export const totalOfCity: Task = {
  question: 'What have all customers in Oslo ordered, in cents?',
  expected: ({ customers, orders }) => {
    const ids = customers.filter(({ city }) => city === 'Oslo').map(({ id }) => id);
    return String(sum(orders.filter(({ customer }) => ids.includes(customer)).map(({ total }) => total)));
  },
  calls: [
    once([call('find_customers', { city: 'Oslo' })]),
    (read) => result<Customer[]>(read, 0).map(({ id }) => call('list_orders', { customer: id })),
    (read) => String(sum((read[1] as Order[][]).flat().map(({ total }) => total))),
  ],
  plan: [
    once(plan({ tool: 'find_customers', args: { city: 'Oslo' } })),
    (read) => {
      const [found] = result<{ result: Customer[] }[]>(read, 0);
      return plan(...(found?.result ?? []).map(({ id }) => ({ tool: 'list_orders', args: { customer: id } })));
    },
    (read) => {
      const orders = result<{ result: Order[] }[]>(read, 1).flatMap((step) => step.result);
      return String(sum(orders.map(({ total }) => total)));
    },
  ],
  code: program(`
    const customers = await tools.find_customers({ city: 'Oslo' });
    const orders = await Promise.all(customers.map(({ id }) => tools.list_orders({ customer: id })));
    return orders.flat().reduce((sum, { total }) => sum + total, 0);`),
};
