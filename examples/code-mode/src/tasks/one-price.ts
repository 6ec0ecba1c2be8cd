import { call, result } from '../scripted-model.js';
import { once, plan, program, stepResult, type Task } from './task.js';

/** A task of a single call: plans and code gain nothing. */
export const onePrice: Task = {
  question: 'How much is a lamp?',
  expected: ({ prices }) => String(prices.get('lamp')),
  calls: [once([call('get_price', { item: 'lamp' })]), (read) => String(result(read, 0))],
  plan: [once(plan({ tool: 'get_price', args: { item: 'lamp' } })), (read) => String(stepResult(read, 0, 0))],
  code: program("return await tools.get_price({ item: 'lamp' });"),
};
