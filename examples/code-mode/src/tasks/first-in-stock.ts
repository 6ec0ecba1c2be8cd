import type { Customer, Order } from '../books.js';
import { call, result, type Read } from '../scripted-model.js';
import { once, plan, program, type Task } from './task.js';

/** A search that depends on what it finds: orders, then items, then a comparison. */
export const firstInStock: Task = {
  question: 'Which order in Bergen is the first one with all items in stock?',
  expected: (books) => {
    const orders = books.orders.filter(({ customer }) => ['bo', 'fay'].includes(customer));
    return firstOf(orders, books.stock);
  },
  calls: [
    once([call('find_customers', { city: 'Bergen' })]),
    (read) => result<Customer[]>(read, 0).map(({ id }) => call('list_orders', { customer: id })),
    (read) => itemsOf((read[1] as Order[][]).flat()).map((item) => call('get_stock', { item })),
    (read) => {
      const orders = (read[1] as Order[][]).flat();
      return firstOf(orders, stockOf(itemsOf(orders), read[2] as number[]));
    },
  ],
  plan: [
    once(
      plan(
        { id: 'found', tool: 'find_customers', args: { city: 'Bergen' } },
        { tool: 'list_orders', args: { customer: { $ref: 'found.0.id' } } },
        { tool: 'list_orders', args: { customer: { $ref: 'found.1.id' } } },
      ),
    ),
    (read) => plan(...itemsOf(ordersIn(read)).map((item) => ({ tool: 'get_stock', args: { item } }))),
    (read) => {
      const numbers = result<{ result: number }[]>(read, 1).map((step) => step.result);
      return firstOf(ordersIn(read), stockOf(itemsOf(ordersIn(read)), numbers));
    },
  ],
  code: program(`
    for (const { id } of await tools.find_customers({ city: 'Bergen' })) {
      for (const order of await tools.list_orders({ customer: id })) {
        const stock = await Promise.all(order.items.map((item) => tools.get_stock({ item })));
        if (stock.every((count) => count > 0)) return order.id;
      }
    }
    return 'none';`),
};

function ordersIn(read: Read): readonly Order[] {
  return result<{ result: Order[] }[]>(read, 0)
    .slice(1)
    .flatMap((step) => step.result);
}

function itemsOf(orders: readonly Order[]): readonly string[] {
  return [...new Set(orders.flatMap(({ items }) => items))];
}

function stockOf(items: readonly string[], numbers: readonly number[]): ReadonlyMap<string, number> {
  return new Map(items.map((item, at) => [item, numbers[at] ?? 0]));
}

function firstOf(orders: readonly Order[], stock: ReadonlyMap<string, number>): string {
  return orders.find(({ items }) => items.every((item) => (stock.get(item) ?? 0) > 0))?.id ?? 'none';
}
