import type { Issue, JsonSchema } from '@haft/schema';
import { definitionName } from '@haft/schema/internal';
import { argumentsAbout } from './accepted-example.js';
import type { RepeatedHelp } from './retry-formatter.js';

/** More arguments than this are not explained: the text would be about everything. */
export const MOST_SCHEMAS = 3;

/** What can be said more about some arguments of a tool. */
export interface Help {
  readonly schemas: readonly string[];
  readonly example: string;
  /** All of it. */
  readonly text: string;
}

/**
 * What a model reads more when its problem came back: the schemas of the arguments that the problems are about, and one
 * valid example. Paragraphs that do not fit into `room` characters are left out whole, schemas first.
 */
export function helpWithin(room: number, { schemas, example, text: whole }: Help): string {
  if (whole.length <= room) return whole;
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

/** What can be said about the arguments that these problems are about. */
export function helpFor(repeated: RepeatedHelp, issues: readonly Issue[]): Help {
  return makeHelp(repeated, argumentsAbout(repeated.schema, issues, MOST_SCHEMAS));
}

function makeHelp({ schema, example }: RepeatedHelp, names: readonly string[]): Help {
  const schemas = names.map((name) => [name, followed(schema.properties?.[name] ?? true, schema.$defs ?? {})] as const);
  const paragraphs = schemas.map(([name, one]) => `\n\nThe schema of ${name}: ${JSON.stringify(one)}`);
  const last = example === undefined ? '' : `\n\nValid arguments look like this: ${JSON.stringify(example)}`;
  return { schemas: paragraphs, example: last, text: paragraphs.join('') + last };
}

/** What a reference names: the name alone would say nothing. */
function followed(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = typeof schema === 'object' ? definitionName(schema.$ref ?? '') : undefined;
  return name !== undefined && Object.hasOwn(definitions, name) ? (definitions[name] ?? schema) : schema;
}
