import type { JsonSchema, JsonSchemaObject, Path } from '@haft/schema';
import { keysOf, pointerTo, schemaAt } from '@haft/schema/internal';

/** The messages in a descriptor: by JSON pointer of a schema object, then by keyword. */
export type MessageTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The messages of the author by path of the arguments. It visits each part of the schema once. */
export class MessagePlaces {
  /** The places by the pointers of their schemas. So a recursive schema has few places. */
  private readonly places = new Map<string, MessagePlace>();
  readonly root: MessagePlace;

  constructor(
    private readonly schema: JsonSchemaObject,
    readonly table: MessageTable,
  ) {
    this.root = this.placeOf([{ schema, pointer: '' }]);
  }

  placeOf(parts: readonly Part[]): MessagePlace {
    const all = expanded(parts, this.schema);
    const key = all.map(({ pointer }) => pointer).join('\n');
    let place = this.places.get(key);
    if (place === undefined) this.places.set(key, (place = new MessagePlace(this, all, this.textsOf(all))));
    return place;
  }

  private textsOf(parts: readonly Part[]): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    for (const { pointer } of parts) {
      const own = Object.hasOwn(this.table, pointer) ? Object.entries(this.table[pointer] ?? {}) : [];
      // If two branches of a union have a message for one rule, the first message counts.
      for (const [rule, text] of own) if (!texts.has(rule)) texts.set(rule, text);
    }
    return texts;
  }
}

/** All schemas for the value at some paths of the arguments. */
export class MessagePlace {
  /** The places of declared properties and positions. All other names share a place. */
  private readonly children = new Map<string | number, MessagePlace>();
  private otherNames: MessagePlace | undefined = undefined;
  private otherItems: MessagePlace | undefined = undefined;

  constructor(
    private readonly places: MessagePlaces,
    private readonly parts: readonly Part[],
    private readonly texts: ReadonlyMap<string, string>,
  ) {}

  /** The schemas that the value may have to obey, each before its own branches. */
  get schemas(): readonly JsonSchema[] {
    return this.parts.map(({ schema }) => schema);
  }

  textOf(rule: string): string | undefined {
    return this.texts.get(rule);
  }

  at(path: Path): MessagePlace {
    return path.reduce<MessagePlace>((place, key) => place.child(key), this);
  }

  private child(key: string | number): MessagePlace {
    const known = this.children.get(key);
    if (known !== undefined) return known;
    if (this.parts.some((part) => isNamed(part, key))) {
      const child = this.follow(key);
      this.children.set(key, child);
      return child;
    }
    return typeof key === 'number' ? (this.otherItems ??= this.follow(key)) : (this.otherNames ??= this.follow(key));
  }

  private follow(key: string | number): MessagePlace {
    return this.places.placeOf(this.parts.flatMap((part) => childrenOf(part, key)));
  }
}

/** A schema and its JSON pointer. */
interface Part {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/** Adds the parts that references and unions lead to. */
function expanded(parts: readonly Part[], root: JsonSchemaObject): readonly Part[] {
  const found = new Map<JsonSchema, Part>();
  const visit = ({ schema, pointer }: Part): void => {
    if (typeof schema === 'boolean' || found.has(schema)) return;
    found.set(schema, { schema, pointer });
    for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
      for (const [index, one] of (schema[word] ?? []).entries())
        visit({ schema: one, pointer: `${pointer}/${word}/${index}` });
    }
    const keys = schema.$ref === undefined ? undefined : keysOf(schema.$ref);
    const referred = keys === undefined ? undefined : schemaAt(root, keys);
    if (referred !== undefined && keys !== undefined) visit({ schema: referred, pointer: pointerTo(keys) });
  };
  parts.forEach(visit);
  return [...found.values()];
}

function isNamed({ schema }: Part, key: string | number): boolean {
  if (typeof schema === 'boolean') return false;
  if (typeof key === 'number') return key < (schema.prefixItems?.length ?? 0);
  return schema.properties !== undefined && Object.hasOwn(schema.properties, key);
}

function childrenOf({ schema, pointer }: Part, key: string | number): readonly Part[] {
  if (typeof schema === 'boolean') return [];
  if (typeof key === 'number') {
    const prefix = schema.prefixItems?.[key];
    if (prefix !== undefined) return [{ schema: prefix, pointer: `${pointer}/prefixItems/${key}` }];
    return schema.items === undefined ? [] : [{ schema: schema.items, pointer: `${pointer}/items` }];
  }
  const { properties, additionalProperties } = schema;
  if (properties !== undefined && Object.hasOwn(properties, key)) {
    return [{ schema: properties[key] as JsonSchema, pointer: pointer + pointerTo(['properties', key]) }];
  }
  return additionalProperties === undefined
    ? []
    : [{ schema: additionalProperties, pointer: `${pointer}/additionalProperties` }];
}
