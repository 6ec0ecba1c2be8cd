import type { Customer, Invoice } from '../books.js';
import { call, result } from '../scripted-model.js';
import { once, plan, program, type Task } from './task.js';

/** A filter over many results: code returns only what the model needs. */
export const unpaid: Task = {
  question: 'Which customers have an unpaid invoice?',
  expected: ({ invoices }) => customersOf(invoices),
  calls: [
    once([call('find_customers', {})]),
    (read) => result<Customer[]>(read, 0).map(({ id }) => call('list_invoices', { customer: id })),
    (read) => customersOf((read[1] as Invoice[][]).flat()),
  ],
  plan: [
    once(plan({ tool: 'find_customers', args: {} })),
    (read) => {
      const [found] = result<{ result: Customer[] }[]>(read, 0);
      return plan(...(found?.result ?? []).map(({ id }) => ({ tool: 'list_invoices', args: { customer: id } })));
    },
    (read) => customersOf(result<{ result: Invoice[] }[]>(read, 1).flatMap((step) => step.result)),
  ],
  code: program(`
    const customers = await tools.find_customers();
    const invoices = await Promise.all(customers.map(({ id }) => tools.list_invoices({ customer: id })));
    return [...new Set(invoices.flat().filter(({ paid }) => !paid).map(({ customer }) => customer))].join(', ');`),
};

function customersOf(invoices: readonly Invoice[]): string {
  return [...new Set(invoices.filter(({ paid }) => !paid).map(({ customer }) => customer))].join(', ');
}
