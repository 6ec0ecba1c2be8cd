import type { ToolDefinition } from '@haft/core';
import { createChecker, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import { schemaDocument } from '../definitions/json-document.js';
import { sentForm, type StrictOption } from '../definitions/sent-form.js';
import type { AnthropicTool, AnthropicToolSearch } from './anthropic-types.js';

/** Returns a tool in the form of a request to Claude. */
export function anthropicTool(definition: ToolDefinition, option: StrictOption): AnthropicTool {
  const form = sentForm(definition, 'anthropic', option);
  const { strict, parameters } = form;
  const { name, description, examples = [], deferred } = definition;
  const shown = examples.map((example) => form.write(example)).filter((example) => fits(example, parameters));
  return {
    name,
    description,
    input_schema: schemaDocument(parameters),
    ...(strict ? { strict: true } : {}),
    ...(shown.length === 0 ? {} : { input_examples: shown as Record<string, unknown>[] }),
    ...(deferred === true ? { defer_loading: true } : {}),
  };
}

/** The provider's search, for tools that are deferred. */
export const ANTHROPIC_TOOL_SEARCH: AnthropicToolSearch = Object.freeze({
  type: 'tool_search_tool_bm25_20251119',
  name: 'tool_search_tool_bm25',
});

/** Returns whether an example is valid. An invalid one makes the whole request fail. */
function fits(example: JsonValue, parameters: JsonSchemaObject): boolean {
  return createChecker(parameters).validates(example);
}
