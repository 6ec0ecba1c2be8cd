import type { Order } from '../books.js';
import { call, result } from '../scripted-model.js';
import { once, plan, program, type Task } from './task.js';

const note = { customer: 'bo', text: 'Refunded bo-1.' };

/** An approval in the middle: the run waits in a store, and the note is written afterwards. */
export const refund: Task = {
  question: 'Refund all of order bo-1, then write a note about it.',
  expected: () => 'Refunded bo-1.',
  calls: [
    once([call('get_order', { id: 'bo-1' })]),
    (read) => [call('refund_order', { order: 'bo-1', cents: result<Order>(read, 0).total })],
    once([call('add_note', note)]),
    once('Refunded bo-1.'),
  ],
  plan: [
    once(
      plan(
        { id: 'order', tool: 'get_order', args: { id: 'bo-1' } },
        { id: 'paid', tool: 'refund_order', args: { order: 'bo-1', cents: { $ref: 'order.total' } } },
        { tool: 'add_note', args: note, dependsOn: ['paid'] },
      ),
    ),
    once('Refunded bo-1.'),
  ],
  code: program(`
    const order = await tools.get_order({ id: 'bo-1' });
    await tools.refund_order({ order: order.id, cents: order.total });
    await tools.add_note({ customer: 'bo', text: 'Refunded bo-1.' });
    return 'Refunded bo-1.';`),
};
