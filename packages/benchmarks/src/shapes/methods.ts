import type { ArgumentsOf } from './shapes.js';

/** The same method behind every participant. */
export const methods = {
  S: async ({ query, limit = 10 }: ArgumentsOf['S']) => ({ ok: true, query, limit }),
  M: async ({ title, assignee, tags }: ArgumentsOf['M']) => ({
    ok: true,
    title,
    to: assignee.email,
    tags: tags.length,
  }),
  L: async ({ orderId, items }: ArgumentsOf['L']) => ({ ok: true, orderId, total: total(items), lines: items.length }),
};

export type Methods = typeof methods;

export const DESCRIPTIONS = { S: 'Search things', M: 'Create a ticket', L: 'Place an order' };

/** Returns the sum of an order's lines. */
export function total(items: readonly { readonly quantity: number; readonly unitPrice: number }[]): number {
  let sum = 0;
  for (const { quantity, unitPrice } of items) sum += quantity * unitPrice;
  return sum;
}
