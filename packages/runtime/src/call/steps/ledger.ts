import type { AroundStep } from '../plan/step.js';

/**
 * Begins step 10: with a ledger, it executes the call between two writes, or queues it. Without
 * one, the call continues.
 */
export const ledger: AroundStep = {
  names: ['execute'],
  needed: ({ hasRow }) => hasRow,
  around(call, rest) {
    const { durable } = call.run.runtime;
    return durable === undefined ? rest.take() : durable.execute(call, () => rest.take());
  },
};
