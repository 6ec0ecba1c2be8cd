import { exampleOf, type Issue, type JsonSchema, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import type { RepeatedHelp } from './retry-formatter.js';

/** More arguments than this are not explained: the text would be about everything. */
const MOST_SCHEMAS = 3;

/**
 * What a model reads more when its problem came back: the schemas of the arguments that the problems are about, and one
 * valid example. Paragraphs that do not fit into `room` characters are left out whole, schemas first.
 */
export function repeatedHelpText({ schema, example }: RepeatedHelp, issues: readonly Issue[], room: number): string {
  const schemas = schemasOf(schema, issues);
  const exampleText = textOfExample(withArguments(example, schemas, schema), room);
  let left = room - exampleText.length;
  let text = '';
  for (const [name, one] of schemas) {
    const paragraph = `\n\nThe schema of ${name}: ${JSON.stringify(one)}`;
    if (paragraph.length > left) continue;
    text += paragraph;
    left -= paragraph.length;
  }
  return text + exampleText;
}

function textOfExample(example: Readonly<Record<string, JsonValue>> | undefined, room: number): string {
  if (example === undefined) return '';
  const text = `\n\nValid arguments look like this: ${JSON.stringify(example)}`;
  return text.length <= room ? text : '';
}

/** The schemas of the arguments with problems, each once, in the order of the problems. */
function schemasOf(schema: JsonSchemaObject, issues: readonly Issue[]): ReadonlyMap<string, JsonSchema> {
  const { properties = {}, $defs = {} } = schema;
  const schemas = new Map<string, JsonSchema>();
  for (const { path, suggestion } of issues) {
    // Under an unknown name, the argument that was probably meant is explained.
    for (const name of [path[0], suggestion]) {
      if (typeof name !== 'string' || schemas.size >= MOST_SCHEMAS || !Object.hasOwn(properties, name)) continue;
      schemas.set(name, followed(properties[name] ?? true, $defs));
    }
  }
  return schemas;
}

/** What a reference names: the name alone would say nothing. */
function followed(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = typeof schema === 'object' ? schema.$ref?.replace('#/$defs/', '') : undefined;
  return name !== undefined && Object.hasOwn(definitions, name) ? (definitions[name] ?? schema) : schema;
}

/** The example with the arguments that the problems are about: it may have been made of the required ones only. */
function withArguments(
  example: Readonly<Record<string, JsonValue>> | undefined,
  schemas: ReadonlyMap<string, JsonSchema>,
  root: JsonSchemaObject,
): Readonly<Record<string, JsonValue>> | undefined {
  if (example === undefined) return undefined;
  const added: Record<string, JsonValue> = {};
  for (const [name, schema] of schemas) {
    const value = Object.hasOwn(example, name) ? undefined : exampleOf(schema, root);
    if (value !== undefined) added[name] = value;
  }
  return { ...example, ...added };
}
