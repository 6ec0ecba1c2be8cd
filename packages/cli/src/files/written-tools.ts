import { isObject } from '@haft/schema/internal';
import type { JsonSchema, Path } from '@haft/schema';
import type { ComparedHints, ComparedSettings } from '@haft/schema/compatibility';

/** A tool in the form of `haft schema`, an MCP server or a provider's API. */
export interface WrittenTool {
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  readonly aliases?: readonly string[];
  readonly parameters: JsonSchema;
  readonly result?: JsonSchema;
  readonly hints?: ComparedHints;
  readonly strict?: boolean;
  readonly sensitive?: readonly Path[];
  readonly settings?: ComparedSettings;
}

/**
 * Returns the tools in a JSON document: a list, one tool, or an object with the list under `tools`.
 * Returns undefined for anything else.
 */
export function writtenTools(document: unknown): readonly WrittenTool[] | undefined {
  if (Array.isArray(document)) return document.every(isTool) ? document.map(inOurWords) : undefined;
  if (isTool(document)) return [inOurWords(document)];
  return isObject(document) && Array.isArray(document.tools) ? writtenTools(document.tools) : undefined;
}

type ForeignTool = WrittenTool & {
  readonly inputSchema?: JsonSchema;
  readonly input_schema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: McpAnnotations;
};

/** Hints in the form of MCP. */
interface McpAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

function inOurWords({ inputSchema, input_schema, outputSchema, annotations, ...tool }: ForeignTool): WrittenTool {
  const parameters = (tool.parameters as JsonSchema | undefined) ?? inputSchema ?? input_schema ?? true;
  const result = tool.result ?? outputSchema;
  const hints = tool.hints ?? hintsOf(annotations);
  return { ...tool, parameters, ...(result !== undefined && { result }), ...(hints && { hints }) };
}

function hintsOf(annotations: McpAnnotations | undefined): ComparedHints | undefined {
  if (annotations === undefined) return undefined;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    readOnly: readOnlyHint,
    destructive: destructiveHint,
    idempotent: idempotentHint,
    openWorld: openWorldHint,
  };
}

function isTool(value: unknown): value is ForeignTool {
  if (!isObject(value) || typeof value.name !== 'string') return false;
  return 'parameters' in value || 'inputSchema' in value || 'input_schema' in value;
}
