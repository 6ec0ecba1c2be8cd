import { z } from 'zod';

const nonEmpty = () => z.string().min(1);

/** The shapes in zod, created at each call, for the benchmarks of that time. */
export const makeSchema = {
  S: () => z.strictObject({ query: nonEmpty(), limit: z.int().min(1).max(100).default(10) }),
  M: () =>
    z.strictObject({
      title: nonEmpty().max(120),
      priority: z.enum(['low', 'normal', 'high', 'urgent']),
      assignee: z.strictObject({ name: nonEmpty(), email: z.email() }),
      tags: z.array(z.string()).max(10),
      contactEmail: z.email(),
      link: z.url(),
      estimate: z.number().min(0).max(1000),
      notify: z.boolean().optional(),
    }),
  L: () =>
    z.strictObject({
      orderId: nonEmpty(),
      customer: z.strictObject({ id: z.string(), name: z.string(), email: z.email() }),
      shipping: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('pickup'), storeId: z.string() }),
        z.strictObject({ type: z.literal('delivery'), street: z.string(), city: z.string(), zip: z.string() }),
      ]),
      items: z.array(item()).min(1).max(100),
      note: z.string().optional(),
    }),
};

function item() {
  return z.strictObject({
    sku: nonEmpty(),
    quantity: z.int().min(1).max(1000),
    unitPrice: z.number().min(0),
    kind: z.enum(['physical', 'digital', 'service']),
    discount: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('percent'), value: z.number().min(0).max(100) }),
      z.strictObject({ type: z.literal('code'), code: z.string() }),
    ]),
    ref: z.union([z.string(), z.number()]),
  });
}

/** One schema a shape, shared. */
export const schemas = { S: makeSchema.S(), M: makeSchema.M(), L: makeSchema.L() };

/**
 * The shapes for OpenAI's strict mode, which requires every property. An optional one may be null.
 */
export const makeStrictSchema = {
  S: () => z.object({ query: nonEmpty(), limit: z.int().min(1).max(100).nullable().optional() }),
  M: () => makeSchema.M().omit({ notify: true }).extend({ notify: z.boolean().nullable().optional() }),
  L: () => makeSchema.L().omit({ note: true }).extend({ note: z.string().nullable().optional() }),
};
