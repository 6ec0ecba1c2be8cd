import type { Issue, JsonSchema } from '@haft/schema';
import { definitionName } from '@haft/schema/internal';
import { argumentsAbout } from './accepted-example.js';
import { LAST_LINE } from './model-retry-text.js';
import type { RepeatedHelp } from './retry-formatter.js';

/** The largest number of explained arguments. */
export const MOST_SCHEMAS = 3;

/** The help about some arguments of a tool. */
export interface Help {
  readonly schemas: readonly string[];
  readonly example: string;
  /** Schemas and example. */
  readonly text: string;
  /** The same with the last line of a prompt. */
  readonly ending: string;
}

/**
 * Returns the help in at most `room` characters. Omits whole paragraphs that are too long. The
 * example is more important than the schemas.
 */
export function helpWithin(room: number, { schemas, example }: Help): string {
  const last = example.length <= room ? example : '';
  let left = room - last.length;
  let text = '';
  for (const paragraph of schemas) {
    if (paragraph.length > left) continue;
    text += paragraph;
    left -= paragraph.length;
  }
  return text + last;
}

/** Returns the help about the arguments with these issues. */
export function helpFor({ schema, example }: RepeatedHelp, issues: readonly Issue[]): Help {
  const names = argumentsAbout(schema, issues, MOST_SCHEMAS);
  const schemas = names.map((name) => [name, followed(schema.properties?.[name] ?? true, schema.$defs ?? {})] as const);
  const paragraphs = schemas.map(([name, one]) => `\n\nThe schema of ${name}: ${JSON.stringify(one)}`);
  const last = example === undefined ? '' : `\n\nValid arguments look like this: ${JSON.stringify(example)}`;
  const text = paragraphs.join('') + last;
  return { schemas: paragraphs, example: last, text, ending: text + LAST_LINE };
}

/** Returns the definition that a reference names, or the schema itself. */
function followed(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = typeof schema === 'object' ? definitionName(schema.$ref ?? '') : undefined;
  return name !== undefined && Object.hasOwn(definitions, name) ? (definitions[name] ?? schema) : schema;
}
