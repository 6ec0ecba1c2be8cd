import { call, result } from '../scripted-model.js';
import { once, plan, program, stepResult, type Task } from './task.js';

const prices = ['desk', 'rug'].map((item) => ({ tool: 'get_price', args: { item } }));

/** Calls that need nothing of each other: one message can make them all. */
export const twoPrices: Task = {
  question: 'How much are a desk and a rug together?',
  expected: (books) => String((books.prices.get('desk') ?? 0) + (books.prices.get('rug') ?? 0)),
  calls: [
    once(prices.map(({ tool, args }) => call(tool, args))),
    (read) => String(result<number>(read, 0, 0) + result<number>(read, 0, 1)),
  ],
  plan: [once(plan(...prices)), (read) => String(stepResult<number>(read, 0, 0) + stepResult<number>(read, 0, 1))],
  code: program(`
    const [desk, rug] = await Promise.all([tools.get_price({ item: 'desk' }), tools.get_price({ item: 'rug' })]);
    return desk + rug;`),
};
