import { ModelRetry } from '@haft/core';
import { createRuntime, defineTool, toolset } from '@haft/runtime';

const parameters = {
  type: 'object',
  properties: { order: { type: 'string' }, cents: { type: 'integer' } },
  required: ['order', 'cents'],
  additionalProperties: false,
};

/**
 * A runtime with tools that pay orders after an approval. One has a preview with the price.
 *
 * @param late - the journal of payments that the tool refuses, since the price changed after the
 *   runtime compared the preview
 */
export function shopRuntime(store, orders, late) {
  const settings = { approvals: [true], effect: {} };
  const factsOf = (args, run) => ({
    call: `${run.runId}/${run.callId}`,
    arguments: args,
    seen: run.approval.preview?.data ?? null,
    ...run.approval.metadata,
  });
  const shown = defineTool({
    name: 'shop_pay_shown',
    description: 'Pays an order at the price of the preview.',
    parameters,
    settings,
    preview: async ({ order, cents }) => {
      const price = await orders.priceOf(order);
      return { text: `Pays ${cents} for ${order} at ${price}.`, data: { price } };
    },
    execute: async (args, run) => {
      if (await orders.pay(args.order, run.approval.preview.data.price, factsOf(args, run))) return 'paid';
      late.add({ call: `${run.runId}/${run.callId}` });
      throw new ModelRetry('The price changed.');
    },
  });
  const plain = defineTool({
    name: 'shop_pay',
    description: 'Pays an order at any price.',
    parameters,
    settings,
    execute: async (args, run) => {
      await orders.pay(args.order, undefined, factsOf(args, run));
      return 'paid';
    },
  });
  return createRuntime({
    toolsets: toolset('shop', [shown, plain]),
    durability: { ledger: store.ledger },
    people: { pendingSecret: 'secret of the harness' },
  });
}
