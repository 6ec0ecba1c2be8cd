import { call } from '../scripted-model.js';
import { once, plan, program, type Task } from './task.js';

const ids = ['ada', 'cai', 'eli'];
const text = 'The shop in Oslo moves.';

/** A write for each of several records. */
export const noteForEach: Task = {
  question: 'Write a note for Ada, Cai and Eli: The shop in Oslo moves.',
  expected: () => 'Saved 3 notes.',
  calls: [once(ids.map((customer) => call('add_note', { customer, text }))), (read) => saved(read[0] ?? [])],
  plan: [
    once(plan(...ids.map((customer) => ({ tool: 'add_note', args: { customer, text } })))),
    (read) => saved((read[0]?.[0] ?? []) as unknown[]),
  ],
  code: program(`
    for (const customer of ['ada', 'cai', 'eli']) await tools.add_note({ customer, text: 'The shop in Oslo moves.' });
    return 'Saved 3 notes.';`),
};

function saved(results: readonly unknown[]): string {
  return `Saved ${String(results.length)} notes.`;
}
