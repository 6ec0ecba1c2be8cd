import { exampleOf, type Issue, type JsonSchema, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import type { RepeatedHelp } from './retry-formatter.js';

/** More arguments than this are not explained: the text would be about everything. */
const MOST_SCHEMAS = 3;

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
  return makeHelp(repeated, argumentsOf(repeated.schema, issues));
}

/** The names of the arguments with problems, each once, in the order of the problems. */
function argumentsOf({ properties = {} }: JsonSchemaObject, issues: readonly Issue[]): readonly string[] {
  const names: string[] = [];
  for (const { path, suggestion } of issues) {
    addName(names, path[0], properties);
    // Under an unknown name, the argument that was probably meant is explained.
    addName(names, suggestion, properties);
  }
  return names;
}

function addName(names: string[], name: string | number | undefined, properties: object): void {
  if (typeof name !== 'string' || names.length >= MOST_SCHEMAS || names.includes(name)) return;
  if (Object.hasOwn(properties, name)) names.push(name);
}

function makeHelp({ schema, example }: RepeatedHelp, names: readonly string[]): Help {
  const schemas = names.map((name) => [name, followed(schema.properties?.[name] ?? true, schema.$defs ?? {})] as const);
  const whole = withArguments(example, schemas, schema);
  const paragraphs = schemas.map(([name, one]) => `\n\nThe schema of ${name}: ${JSON.stringify(one)}`);
  const last = whole === undefined ? '' : `\n\nValid arguments look like this: ${JSON.stringify(whole)}`;
  return { schemas: paragraphs, example: last, text: paragraphs.join('') + last };
}

/** What a reference names: the name alone would say nothing. */
function followed(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = typeof schema === 'object' ? schema.$ref?.replace('#/$defs/', '') : undefined;
  return name !== undefined && Object.hasOwn(definitions, name) ? (definitions[name] ?? schema) : schema;
}

/** The example with the arguments that the problems are about: it may have been made of the required ones only. */
function withArguments(
  example: Readonly<Record<string, JsonValue>> | undefined,
  schemas: readonly (readonly [string, JsonSchema])[],
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
