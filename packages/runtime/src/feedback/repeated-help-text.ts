import { exampleOf, type Issue, type JsonSchema, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import type { RepeatedHelp } from './retry-formatter.js';

/** More arguments than this are not explained: the text would be about everything. */
const MOST_SCHEMAS = 3;
/** Helps of one tool that are kept. */
const MOST_KEPT = 50;

/** What can be said more about some arguments of a tool. */
interface Help {
  /** The arguments that it is about. */
  readonly names: readonly string[];
  readonly schemas: readonly string[];
  readonly example: string;
}

/** By the identity of the schema, which a tool parses once. Gone with the tool. */
const known = new WeakMap<JsonSchemaObject, Help[]>();

/**
 * What a model reads more when its problem came back: the schemas of the arguments that the problems are about, and one
 * valid example. Paragraphs that do not fit into `room` characters are left out whole, schemas first.
 */
export function repeatedHelpText(repeated: RepeatedHelp, issues: readonly Issue[], room: number): string {
  const { schemas, example } = helpFor(repeated, argumentsOf(repeated.schema, issues));
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

/** A model that repeats a mistake repeats it often: what is told of it is made once. */
function helpFor(repeated: RepeatedHelp, names: readonly string[]): Help {
  const helps = known.get(repeated.schema) ?? [];
  for (const made of helps) if (haveSameItems(made.names, names)) return made;
  const help = makeHelp(repeated, names);
  if (helps.length < MOST_KEPT) known.set(repeated.schema, [...helps, help]);
  return help;
}

function haveSameItems(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false;
  return true;
}

function makeHelp({ schema, example }: RepeatedHelp, names: readonly string[]): Help {
  const schemas = names.map((name) => [name, followed(schema.properties?.[name] ?? true, schema.$defs ?? {})] as const);
  const whole = withArguments(example, schemas, schema);
  return {
    names,
    schemas: schemas.map(([name, one]) => `\n\nThe schema of ${name}: ${JSON.stringify(one)}`),
    example: whole === undefined ? '' : `\n\nValid arguments look like this: ${JSON.stringify(whole)}`,
  };
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
