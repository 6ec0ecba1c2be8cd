import { executeTool, asSchema, safeParseJSON } from '@ai-sdk/provider-utils';
import { generateText, tool } from 'ai';
import { makeSchema, schemas } from './zod-schemas.mjs';

/**
 * The Vercel AI SDK: its inner path (what `generateText` does of a call), and `generateText` with a
 * model that asks for one call.
 */
export function participants({ methods, descriptions }) {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const make = (shape) =>
    tool({ description: descriptions[shape], inputSchema: schemas[shape], execute: (args) => methods[shape](args) });
  return [
    { name: 'AI SDK: safeParseJSON + executeTool', callFor: (shape) => innerPath(make(shape)) },
    { name: 'AI SDK: generateText, one tool call', callFor: (shape) => wholePath(shape, { [shape]: make(shape) }) },
  ];
}

/** One call among `count` tools of shape S. Calls ten of them in turn. */
export function callAmong(count, { methods }) {
  const names = Array.from({ length: count }, (_, i) => `tool_${i}`);
  const make = () => tool({ description: 'd', inputSchema: makeSchema.S(), execute: (args) => methods.S(args) });
  const tools = Object.fromEntries(names.map((name) => [name, make()]));
  return (text, i) => wholePath(names[(i % 10) * (count / 10)], tools)(text);
}

/** Definitions of `count` tools of shape M, as JSON text. */
export async function define(count) {
  const tools = Array.from({ length: count }, (_, i) =>
    tool({ description: `Tool ${i}`, inputSchema: makeSchema.M(), execute: async () => 1 }),
  );
  let characters = 0;
  for (const one of tools) characters += JSON.stringify(await asSchema(one.inputSchema).jsonSchema).length;
  return { tools, characters };
}

function innerPath(one) {
  const schema = asSchema(one.inputSchema);
  return async (text) => {
    const parsed = await safeParseJSON({ text, schema });
    if (!parsed.success) return String(parsed.error.message);
    let last;
    const options = { toolCallId: 'c1', messages: [], context: {} };
    for await (const part of executeTool({ tool: one, input: parsed.value, options })) last = part;
    return JSON.stringify(last.output);
  };
}

function wholePath(name, tools) {
  let input = '';
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  const model = {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async () => ({
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName: name, input }],
      finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
      usage: { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } },
      warnings: [],
    }),
  };
  return async (text) => {
    input = text;
    const { content } = await generateText({ model, tools, prompt: 'x' });
    const part = content.find(({ type }) => type === 'tool-result' || type === 'tool-error');
    return JSON.stringify(part.output ?? String(part.error));
  };
}
