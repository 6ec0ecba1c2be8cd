import { createTool } from '@mastra/core/tools';
import { makeSchema, schemas } from './zod-schemas.mjs';

/** Mastra: `createTool().execute`. */
export function participants({ methods, descriptions }) {
  return [{ name: 'Mastra: createTool().execute', callFor: (shape) => call(shape, methods, descriptions) }];
}

/** Definitions of `count` tools of shape M, as JSON text. */
export function define(count) {
  const tools = Array.from({ length: count }, (_, i) =>
    createTool({ id: `tool_${i}`, description: `Tool ${i}`, inputSchema: makeSchema.M(), execute: async () => 1 }),
  );
  let characters = 0;
  for (const { inputSchema } of tools) {
    characters += JSON.stringify(inputSchema['~standard'].jsonSchema.input({ target: 'draft-07' })).length;
  }
  return { tools, characters };
}

function call(shape, methods, descriptions) {
  const one = createTool({
    id: shape,
    description: descriptions[shape],
    inputSchema: schemas[shape],
    execute: (args) => methods[shape](args),
  });
  return async (text) => {
    const result = await one.execute(JSON.parse(text), {});
    return result?.error ? String(result.message) : JSON.stringify(result);
  };
}
