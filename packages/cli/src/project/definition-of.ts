import type { ToolDefinition } from '@haft/core';
import { fingerprintOf } from '@haft/core/fingerprint';
import type { JsonValue } from '@haft/schema';
import type { ToolOfProject } from './read-project.js';

/** What a model is shown of a tool, what a host may want to know of it, and the names that still work. */
export function definitionOf({ toolset, tool }: ToolOfProject): ToolDefinition & { aliases?: readonly string[] } {
  const { name, description, version, hints, strict, metadata, examples, result, aliases } = tool;
  const parameters = tool.arguments.schema;
  return {
    name,
    description,
    parameters,
    ...(result && { result: result.schema }),
    ...(hints && { hints }),
    ...(examples.length > 0 && { examples: examples as readonly Readonly<Record<string, JsonValue>>[] }),
    toolset: toolset.name,
    version,
    fingerprint: fingerprintOf(name, version, parameters),
    ...(strict !== undefined && { strict }),
    ...(metadata && { metadata }),
    ...(aliases.length > 0 && { aliases }),
  };
}
