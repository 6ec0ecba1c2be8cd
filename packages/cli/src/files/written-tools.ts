import { isObject } from '@haft/schema/internal';
import type { JsonSchema, JsonValue, Path } from '@haft/schema';
import type { ComparedHints, ComparedInput, ComparedSettings, PropertyAliases } from '@haft/schema/compatibility';

/** A tool in the form of `haft schema`, an MCP server or a provider's API. */
export interface WrittenTool {
  readonly name: string;
  readonly description?: string;
  readonly kind?: 'resource' | 'prompt';
  readonly uri?: string;
  readonly mimeType?: string;
  readonly version?: string;
  readonly aliases?: readonly string[];
  readonly propertyAliases?: PropertyAliases;
  readonly parameters: JsonSchema;
  readonly result?: JsonSchema;
  readonly reference?: WithSchema;
  readonly hints?: ComparedHints;
  readonly strict?: boolean;
  readonly sensitive?: readonly Path[];
  readonly input?: ComparedInput;
  readonly metadata?: Readonly<Record<string, JsonValue>>;
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

/** A fact about values with a schema. */
interface WithSchema {
  readonly schema: JsonSchema;
}

type ForeignTool = Omit<WrittenTool, 'input' | 'reference'> & {
  /** Another program may mean something else with these two. */
  readonly input?: unknown;
  readonly reference?: unknown;
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

function inOurWords(foreign: ForeignTool): WrittenTool {
  const { inputSchema, input_schema, outputSchema, annotations, input, reference, ...tool } = foreign;
  const parameters = (tool.parameters as JsonSchema | undefined) ?? inputSchema ?? input_schema ?? true;
  const result = tool.result ?? outputSchema;
  const hints = tool.hints ?? hintsOf(annotations);
  return {
    ...tool,
    parameters,
    ...(result !== undefined && { result }),
    ...(hasSchema(reference) && { reference }),
    ...(hints && { hints }),
    ...(hasSchema(input) && { input }),
  };
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

function hasSchema(value: unknown): value is WithSchema {
  return isObject(value) && 'schema' in value;
}

function isTool(value: unknown): value is ForeignTool {
  if (!isObject(value) || typeof value.name !== 'string') return false;
  return 'parameters' in value || 'inputSchema' in value || 'input_schema' in value;
}
