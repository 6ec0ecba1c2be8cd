import type { ToolDefinition } from '@haft/core';
import type { JsonSchema } from '@haft/schema';
import { followed, resolverOf, type Resolve } from '@haft/schema/internal';
import { jsonDocument, schemaDocument } from '../definitions/json-document.js';
import { sentForm, type StrictOption } from '../definitions/sent-form.js';
import type { ResponsesFunction, ResponsesNamespace, ResponsesTool } from './responses-types.js';

/** Whether tools are in namespaces. An object has their descriptions by the name of the toolset. */
export type ResponsesNamespaces = boolean | Readonly<Record<string, string>>;

/**
 * Returns a tool in the form of the Responses API. It always has `strict`, because the API would
 * choose otherwise.
 */
export function responsesFunction(definition: ToolDefinition, option: StrictOption): ResponsesFunction {
  const { strict, parameters } = sentForm(definition, 'openai', option);
  const { name, description, deferred } = definition;
  return {
    type: 'function',
    name,
    description,
    parameters: schemaDocument(parameters),
    strict,
    ...(deferred === true ? { defer_loading: true } : {}),
    ...forPrograms(definition),
  };
}

/** Returns the fields of a tool that programs may call. */
function forPrograms({ programs, result }: ToolDefinition): ProgramFields {
  if (programs !== true) return {};
  const isJson = result !== undefined && isNeverText(result, resolverOf(result));
  return { allowed_callers: ['direct', 'programmatic'], ...(isJson ? { output_schema: jsonDocument(result) } : {}) };
}

type ProgramFields = Pick<ResponsesFunction, 'allowed_callers' | 'output_schema'>;

/** Returns whether a result is always JSON. A text is sent as it is, without quotes. */
function isNeverText(schema: JsonSchema, resolve: Resolve, depth = 0): boolean {
  const found = followed(schema, resolve);
  if (typeof found === 'boolean' || depth > DEEPEST) return false;
  const { type, anyOf, oneOf, enum: values, const: value } = found;
  if (type !== undefined) return ![type].flat().includes('string');
  if (values !== undefined) return values.every((one) => typeof one !== 'string');
  if (value !== undefined) return typeof value !== 'string';
  return (anyOf ?? oneOf)?.every((one) => isNeverText(one, resolve, depth + 1)) === true;
}

/** Unions may contain themselves. */
const DEEPEST = 10;

/** Returns the tools of a request, with those of the provider for deferred tools and programs. */
export function responsesTools(
  definitions: readonly ToolDefinition[],
  tool: (definition: ToolDefinition) => ResponsesFunction,
  namespaces: ResponsesNamespaces,
): ResponsesTool[] {
  const tools = namespaces === false ? definitions.map(tool) : inNamespaces(definitions, tool, namespaces);
  if (definitions.some(({ deferred }) => deferred === true)) tools.push({ type: 'tool_search' });
  if (definitions.some(({ programs }) => programs === true)) tools.push({ type: 'programmatic_tool_calling' });
  return tools;
}

/**
 * Returns one namespace for each toolset, at the position of its first tool. Tools keep their full
 * names, because the texts of outcomes and instructions use them. A tool that is its own toolset
 * (`search_tools`) has no namespace.
 */
function inNamespaces(
  definitions: readonly ToolDefinition[],
  tool: (definition: ToolDefinition) => ResponsesFunction,
  namespaces: Exclude<ResponsesNamespaces, false>,
): ResponsesTool[] {
  const byName = new Map<string, ResponsesNamespace>();
  const tools: ResponsesTool[] = [];
  for (const definition of definitions) {
    const { toolset, name } = definition;
    if (toolset === name) {
      tools.push(tool(definition));
      continue;
    }
    const valid = namespaceName(toolset);
    const namespace = byName.get(valid) ?? newNamespace(valid, toolset, namespaces);
    if (!byName.has(valid)) tools.push(namespace);
    byName.set(valid, namespace);
    namespace.tools.push(tool(definition));
  }
  for (const namespace of byName.values()) {
    // Before a search, a model sees only the name of a namespace and this text.
    if (namespace.description === '')
      namespace.description = `Tools: ${namespace.tools.map(({ name }) => name).join(', ')}.`;
  }
  return tools;
}

function newNamespace(
  name: string,
  toolset: string,
  namespaces: Exclude<ResponsesNamespaces, false>,
): ResponsesNamespace {
  const given = namespaces === true || !Object.hasOwn(namespaces, toolset) ? undefined : namespaces[toolset];
  return { type: 'namespace', name, description: given ?? '', tools: [] };
}

/**
 * Returns the name of a namespace. Toolset names are for people. If two become equal, they share
 * the namespace, because the names of tools are unique.
 */
function namespaceName(toolset: string): string {
  const valid = toolset.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
  return valid === '' ? 'tools' : valid;
}
