import type { ToolDefinition } from '@haft/core';
import { createChecker, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import { isRecursive, reachableSchemas, resolverOf } from '@haft/schema/internal';
import { schemaDocument } from '../definitions/json-document.js';
import { sentForm, type StrictOption } from '../definitions/sent-form.js';
import type { AnthropicTool, AnthropicToolSearch } from './anthropic-types.js';

/** Returns a tool in the form of a request to Claude. */
export function anthropicTool(definition: ToolDefinition, option: StrictOption): AnthropicTool {
  const isForPrograms = definition.programs === true && mayBeInPrograms(definition);
  // Anthropic rejects a strict tool that programs may call.
  const form = sentForm(definition, 'anthropic', isForPrograms ? { strict: false } : option);
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
    ...(isForPrograms ? { allowed_callers: ['direct', 'code_execution_20260521'] } : {}),
  };
}

/** Anthropic rejects tools in programs that are strict, or whose schema contains itself. */
function mayBeInPrograms({ strict, parameters }: ToolDefinition): boolean {
  if (strict === true) return false;
  const resolve = resolverOf(parameters);
  const references = [...reachableSchemas(parameters, resolve)].filter(({ $ref }) => $ref !== undefined);
  return !references.some((one) => isRecursive(one, resolve));
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
