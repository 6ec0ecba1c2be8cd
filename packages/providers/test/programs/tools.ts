import { ApprovalRequired, ToolResult } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, defineTool, toolset, type Runtime } from '@haft/runtime';

/** The tools of a shop: a program adds the stock of some products. */
export function shop(): Runtime {
  const byName = {
    type: 'object',
    properties: { product: { type: 'string' } },
    required: ['product'],
    additionalProperties: false,
  } as const;
  const none = { type: 'object', properties: {}, additionalProperties: false } as const;
  const stock: Readonly<Record<string, number>> = { lamp: 3, desk: 4 };
  const tools = [
    defineTool({
      name: 'stock_of',
      description: 'Counts a product.',
      parameters: byName,
      result: { type: 'object', properties: { units: { type: 'integer' } }, required: ['units'] },
      // A model reads a sentence, and a program the value.
      execute: ({ product }: { product: string }) =>
        new ToolResult({ value: { units: stock[product] ?? 0 }, content: `There are some of ${product}.` }),
    }),
    defineTool({
      name: 'name_of',
      description: 'Names the shop.',
      parameters: none,
      result: { type: 'string' },
      execute: () => 'The "Lamp" shop',
    }),
    defineTool({
      name: 'order',
      description: 'Orders a product, above a limit after an approval.',
      parameters: byName,
      settings: { effect: {} },
      execute: ({ product }: { product: string }) => {
        if (product === 'desk') throw new ApprovalRequired();
        return { ordered: product };
      },
    }),
    defineTool({ name: 'close', description: 'Closes the shop.', parameters: none, programs: false, execute: () => 1 }),
    defineTool({
      name: 'pay',
      description: 'Pays, after an approval.',
      parameters: none,
      settings: { approvals: [true] },
      execute: () => 1,
    }),
  ];
  return createRuntime({ toolsets: toolset('shop', tools), durability: { ledger: new MemoryCallLedger() } });
}

/** The calls of the program that the models of both tests write. */
export const CALLS = [
  { id: 'c1', name: 'stock_of', arguments: '{"product":"lamp"}' },
  { id: 'c2', name: 'stock_of', arguments: '{"product":"desk"}' },
  { id: 'c3', name: 'name_of', arguments: '{}' },
  { id: 'c4', name: 'order', arguments: '{"product":"desk"}' },
] as const;

export const REFUSED = 'Call this tool directly, not from a program.';
