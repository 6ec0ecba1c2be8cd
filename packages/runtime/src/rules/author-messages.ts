import { hidesValue, type JsonSchema, type JsonSchemaObject, type Path } from '@haft/schema';

/** The text that the author of a DTO wrote for a rule at a path of the arguments; undefined where there is none. */
export type AuthorMessages = (path: Path, rule: string) => string | undefined;

/** The texts of a descriptor: by JSON pointer of a schema object, then by keyword. */
export type MessageTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Finds the author's texts for issues of one arguments object.
 *
 * @param value - the arguments: `$value` in a text stands for what is there
 * @param sensitive - paths whose values no text shows
 */
export function authorMessages(
  schema: JsonSchemaObject,
  table: MessageTable,
  value: unknown,
  sensitive: readonly Path[],
): AuthorMessages {
  return (path, rule) => {
    for (const pointer of pointersAt(schema, path)) {
      const text = Object.hasOwn(table, pointer) ? ownText(table[pointer], rule) : undefined;
      if (text !== undefined) return filled(text, valueAt(value, path), path, sensitive);
    }
    return undefined;
  };
}

function ownText(texts: Readonly<Record<string, string>> | undefined, rule: string): string | undefined {
  return texts !== undefined && Object.hasOwn(texts, rule) ? texts[rule] : undefined;
}

/** As class-validator does: texts, numbers and booleans are filled in, anything else leaves `$value` as it is. */
function filled(text: string, value: unknown, path: Path, sensitive: readonly Path[]): string {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return text;
  const shown = hidesValue(sensitive, path, value) ? '(hidden)' : String(value);
  return text.replaceAll('$value', () => shown);
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[key];
  }
  return current;
}

/** The JSON pointers of all schema objects that a path of the arguments can mean, through unions and references. */
function pointersAt(root: JsonSchemaObject, path: Path): readonly string[] {
  let places: readonly Place[] = expanded([{ schema: root, pointer: '' }], root);
  for (const key of path)
    places = expanded(
      places.flatMap((place) => childrenAt(place, key)),
      root,
    );
  return places.map((place) => place.pointer);
}

interface Place {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/** The places, and those that their references and unions lead to. */
function expanded(places: readonly Place[], root: JsonSchemaObject): readonly Place[] {
  const found = new Map<JsonSchema, Place>();
  const visit = ({ schema, pointer }: Place): void => {
    if (typeof schema === 'boolean' || found.has(schema)) return;
    found.set(schema, { schema, pointer });
    for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
      for (const [index, one] of (schema[word] ?? []).entries())
        visit({ schema: one, pointer: `${pointer}/${word}/${index}` });
    }
    const name = schema.$ref?.startsWith('#/$defs/') === true ? schema.$ref.slice('#/$defs/'.length) : undefined;
    const referred = name === undefined ? undefined : root.$defs?.[name];
    if (referred !== undefined && name !== undefined) visit({ schema: referred, pointer: `/$defs/${name}` });
  };
  places.forEach(visit);
  return [...found.values()];
}

function childrenAt({ schema, pointer }: Place, key: string | number): readonly Place[] {
  if (typeof schema === 'boolean') return [];
  if (typeof key === 'number') {
    const prefix = schema.prefixItems?.[key];
    if (prefix !== undefined) return [{ schema: prefix, pointer: `${pointer}/prefixItems/${key}` }];
    return schema.items === undefined ? [] : [{ schema: schema.items, pointer: `${pointer}/items` }];
  }
  const { properties, additionalProperties } = schema;
  if (properties !== undefined && Object.hasOwn(properties, key)) {
    return [{ schema: properties[key] as JsonSchema, pointer: `${pointer}/properties/${escaped(key)}` }];
  }
  return additionalProperties === undefined
    ? []
    : [{ schema: additionalProperties, pointer: `${pointer}/additionalProperties` }];
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
