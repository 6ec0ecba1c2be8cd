import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { JsonSchema } from '@haft/schema';
import { SchemaReferenceError, typeDeclarations, typeName } from '../types/type-declarations.js';
import { UsageError } from '../usage-error.js';

/** Options of `haft types`. */
export interface TypesOptions {
  readonly name?: string;
}

/**
 * Prints TypeScript declarations for a file that holds a JSON Schema, or the tools of some server (`haft schema`, or the
 * answer of `tools/list` of MCP): then the types of each tool's arguments and result.
 *
 * @param file - `-` reads the standard input
 * @throws UsageError when the file cannot be read or holds something else
 */
export async function types(file: string, { name }: TypesOptions): Promise<number> {
  const content = await contentOf(file);
  const tools = toolsIn(content);
  const schemas = tools?.flatMap(schemasOf) ?? [{ name: name ?? nameOf(file), schema: schemaIn(content, file) }];
  process.stdout.write(schemas.map(({ name, schema }) => declarationsOf(schema, name)).join('\n'));
  return 0;
}

interface NamedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** A tool as Haft, MCP or a provider writes it. */
interface WrittenTool {
  readonly name: string;
  readonly parameters?: JsonSchema;
  readonly inputSchema?: JsonSchema;
  readonly input_schema?: JsonSchema;
  readonly result?: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

function schemasOf(tool: WrittenTool): NamedSchema[] {
  const args = tool.parameters ?? tool.inputSchema ?? tool.input_schema;
  const result = tool.result ?? tool.outputSchema;
  const name = typeName(tool.name);
  return [
    ...(args === undefined ? [] : [{ name: `${name}Arguments`, schema: args }]),
    ...(result === undefined ? [] : [{ name: `${name}Result`, schema: result }]),
  ];
}

function toolsIn(content: unknown): readonly WrittenTool[] | undefined {
  if (Array.isArray(content)) return content.every(isTool) ? content : undefined;
  if (isTool(content)) return [content];
  return isRecord(content) && Array.isArray(content.tools) ? toolsIn(content.tools) : undefined;
}

function isTool(value: unknown): value is WrittenTool {
  if (!isRecord(value) || typeof value.name !== 'string') return false;
  return 'parameters' in value || 'inputSchema' in value || 'input_schema' in value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function schemaIn(content: unknown, file: string): JsonSchema {
  if (typeof content === 'boolean' || (isRecord(content) && !Array.isArray(content))) return content;
  throw new UsageError(`${file} holds no JSON Schema and no tools.`, 'A schema is an object, true or false.');
}

function declarationsOf(schema: JsonSchema, name: string): string {
  try {
    return typeDeclarations(schema, name);
  } catch (error) {
    if (!(error instanceof SchemaReferenceError)) throw error;
    throw new UsageError(`${name}: ${error.message}`, 'Put what it refers to under $defs of the same schema.');
  }
}

async function contentOf(file: string): Promise<unknown> {
  const text = file === '-' ? await textOf(process.stdin) : read(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`, 'Give a file with a JSON Schema.');
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, 'Give a file with a JSON Schema.');
  }
}

function nameOf(file: string): string {
  return file === '-' ? 'Value' : typeName(basename(file).replace(/(\.schema)?\.json$/, ''));
}
