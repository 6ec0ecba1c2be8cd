import { experimental_createCodeModeTool as createCodeModeTool } from '@ai-sdk/code-mode';
import { asSchema, executeTool, safeParseJSON } from '@ai-sdk/provider-utils';
import { tool } from 'ai';
import { z } from 'zod';

/**
 * The code mode of the Vercel AI SDK: what `generateText` does of a call of this tool. Returns a
 * function that runs a program, and returns its result as JSON.
 */
export function codeMode({ find, list }) {
  const number = () => z.int().min(1).max(100_000);
  const tools = {
    records_find: tool({
      description: 'Find one item',
      inputSchema: z.strictObject({ id: number().describe('The number of the item.') }),
      execute: async ({ id }) => find(id),
    }),
    records_list: tool({
      description: 'List the first items',
      inputSchema: z.strictObject({ count: number().describe('Most items.') }),
      execute: async ({ count }) => list(count),
    }),
  };
  // The default of 32 ends a program that makes 50 calls at the same time.
  const one = createCodeModeTool(tools, { executionPolicy: { maxInFlightBridgeRequests: 256 } });
  const schema = asSchema(one.inputSchema);
  return async (js) => {
    const parsed = await safeParseJSON({ text: JSON.stringify({ js }), schema });
    if (!parsed.success) throw parsed.error;
    let last;
    const options = { toolCallId: 'c1', messages: [], context: {} };
    for await (const part of executeTool({ tool: one, input: parsed.value, options })) last = part;
    return JSON.stringify(last.output);
  };
}
