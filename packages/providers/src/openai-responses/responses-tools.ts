import type { ToolDefinition } from '@haft/core';
import { schemaDocument } from '../definitions/json-document.js';
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
  const tool: ResponsesFunction = {
    type: 'function',
    name,
    description,
    parameters: schemaDocument(parameters),
    strict,
  };
  return deferred === true ? { ...tool, defer_loading: true } : tool;
}

/** Returns the tools of a request, with the provider's search if there are deferred tools. */
export function responsesTools(
  definitions: readonly ToolDefinition[],
  tool: (definition: ToolDefinition) => ResponsesFunction,
  namespaces: ResponsesNamespaces,
): ResponsesTool[] {
  const tools = namespaces === false ? definitions.map(tool) : inNamespaces(definitions, tool, namespaces);
  return definitions.some(({ deferred }) => deferred === true) ? [...tools, { type: 'tool_search' }] : tools;
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
