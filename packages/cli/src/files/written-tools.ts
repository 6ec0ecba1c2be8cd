import type { JsonSchema } from '@haft/schema';

/** A tool as `haft schema`, an MCP server or a provider's API writes it. */
export interface WrittenTool {
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  readonly aliases?: readonly string[];
  readonly parameters: JsonSchema;
  readonly result?: JsonSchema;
}

/** The tools in a JSON document: a list, one tool, or an object with the list under `tools`; undefined for anything else. */
export function writtenTools(document: unknown): readonly WrittenTool[] | undefined {
  if (Array.isArray(document)) return document.every(isTool) ? document.map(inOurWords) : undefined;
  if (isTool(document)) return [inOurWords(document)];
  return isRecord(document) && Array.isArray(document.tools) ? writtenTools(document.tools) : undefined;
}

type ForeignTool = WrittenTool & {
  readonly inputSchema?: JsonSchema;
  readonly input_schema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
};

function inOurWords({ inputSchema, input_schema, outputSchema, ...tool }: ForeignTool): WrittenTool {
  const parameters = (tool.parameters as JsonSchema | undefined) ?? inputSchema ?? input_schema ?? true;
  const result = tool.result ?? outputSchema;
  return { ...tool, parameters, ...(result !== undefined && { result }) };
}

function isTool(value: unknown): value is ForeignTool {
  if (!isRecord(value) || typeof value.name !== 'string') return false;
  return 'parameters' in value || 'inputSchema' in value || 'input_schema' in value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
