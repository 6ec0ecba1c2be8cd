import { basename } from 'node:path';
import type { JsonSchema } from '@haft/schema';
import { readJsonFile } from '../files/read-json-file.js';
import { writtenTools, type WrittenTool } from '../files/written-tools.js';
import { SchemaReferenceError, typeDeclarations, typeName } from '@haft/schema/signatures';
import { UsageError } from '../usage-error.js';

/** Options of `haft types`. */
export interface TypesOptions {
  readonly name?: string;
}

/**
 * Prints TypeScript declarations for a file with a JSON Schema. For a file with the tools of a
 * server (`haft schema`, or the answer to `tools/list` of MCP), prints the types of each tool's
 * arguments and result.
 *
 * @param file - `-` reads the standard input
 * @throws {UsageError} if the file cannot be read or has other contents
 */
export async function types(file: string, { name }: TypesOptions): Promise<number> {
  const document = await readJsonFile(file);
  const schemas = writtenTools(document)?.flatMap(schemasOf) ?? [
    { name: name ?? nameOf(file), schema: schemaIn(document, file) },
  ];
  process.stdout.write(schemas.map(({ name, schema }) => declarationsOf(schema, name)).join('\n'));
  return 0;
}

interface NamedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

function schemasOf(tool: WrittenTool): readonly NamedSchema[] {
  const name = typeName(tool.name);
  const args = { name: `${name}Arguments`, schema: tool.parameters };
  return tool.result === undefined ? [args] : [args, { name: `${name}Result`, schema: tool.result }];
}

function schemaIn(document: unknown, file: string): JsonSchema {
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  if (typeof document === 'boolean' || isObject) return document;
  throw new UsageError(`${file} holds no JSON Schema and no tools.`, 'A schema is an object, true or false.');
}

function declarationsOf(schema: JsonSchema, name: string): string {
  try {
    return typeDeclarations(schema, name);
  } catch (error) {
    if (!(error instanceof SchemaReferenceError)) throw error;
    throw new UsageError(`${name}: ${error.message}`, 'Put its target under $defs of the same schema.');
  }
}

function nameOf(file: string): string {
  return file === '-' ? 'Value' : typeName(basename(file).replace(/(\.schema)?\.json$/, ''));
}
