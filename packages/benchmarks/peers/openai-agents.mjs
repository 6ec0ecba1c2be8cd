import { RunContext, tool } from '@openai/agents';
import { makeStrictSchema } from './zod-schemas.mjs';

/** OpenAI Agents: `tool.invoke`. */
export function participants({ methods, descriptions }) {
  return [{ name: 'OpenAI Agents: tool.invoke', callFor: (shape) => call(shape, methods, descriptions), vague: true }];
}

/** Definitions of `count` tools of shape M, as JSON text. */
export function define(count) {
  const tools = Array.from({ length: count }, (_, i) =>
    tool({ name: `tool_${i}`, description: `Tool ${i}`, parameters: makeStrictSchema.M(), execute: async () => 1 }),
  );
  let characters = 0;
  for (const { parameters } of tools) characters += JSON.stringify(parameters).length;
  return { tools, characters };
}

function call(shape, methods, descriptions) {
  const context = new RunContext({});
  const one = tool({
    name: shape,
    description: descriptions[shape],
    parameters: makeStrictSchema[shape](),
    execute: (args) => methods[shape](args),
  });
  return async (text) => {
    const result = await one.invoke(context, text);
    return typeof result === 'string' ? result : JSON.stringify(result);
  };
}
