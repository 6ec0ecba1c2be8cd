import { tool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { makeSchema, schemas } from './zod-schemas.mjs';

/** LangChain: `tool.invoke` with a tool call. */
export function participants({ methods, descriptions }) {
  return [{ name: 'LangChain: tool.invoke(toolCall)', callFor: (shape) => call(shape, methods, descriptions) }];
}

/** Definitions of `count` tools of shape M, as JSON text. */
export function define(count) {
  const tools = Array.from({ length: count }, (_, i) =>
    tool(async () => 'x', { name: `tool_${i}`, description: `Tool ${i}`, schema: makeSchema.M() }),
  );
  let characters = 0;
  for (const one of tools) characters += JSON.stringify(convertToOpenAITool(one)).length;
  return { tools, characters };
}

function call(shape, methods, descriptions) {
  const options = { name: shape, description: descriptions[shape], schema: schemas[shape] };
  const one = tool(async (args) => JSON.stringify(await methods[shape](args)), options);
  return async (text) => {
    try {
      const message = await one.invoke({ type: 'tool_call', id: 'c1', name: shape, args: JSON.parse(text) });
      return message.content;
    } catch (error) {
      return String(error.message);
    }
  };
}
