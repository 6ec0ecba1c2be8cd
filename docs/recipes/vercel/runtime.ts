import { createRuntime, defineTool, toolset } from 'haft';

const stock = defineTool({
  name: 'stock',
  description: 'Counts what is in stock.',
  parameters: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
  execute: ({ item }: { item: string }) => `7 ${item}`,
});

/** One runtime for all requests that an instance serves. */
export const runtime = createRuntime({ toolsets: toolset('shop', [stock]) });
