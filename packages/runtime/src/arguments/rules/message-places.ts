import type { JsonSchema, JsonSchemaObject, Path } from '@haft/schema';
import { keysOf, pointerTo, schemaAt } from '@haft/schema/internal';

/** The texts of a descriptor: by JSON pointer of a schema object, then by keyword. */
export type MessageTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Where the author's texts stand, by path of the arguments: the schema is followed once for each place, and not for each issue. */
export class MessagePlaces {
  /** By the pointers of their schema objects, so that a schema which contains itself has no more places than it has parts. */
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
      // Of two branches of a union that have a text for the same rule, the first one's is told.
      for (const [rule, text] of own) if (!texts.has(rule)) texts.set(rule, text);
    }
    return texts;
  }
}

/** What some paths of the arguments lead to: all schema objects that they can mean. */
export class MessagePlace {
  /** By property or position that the schema knows by itself; what it does not know is in one place. */
  private readonly children = new Map<string | number, MessagePlace>();
  private otherNames: MessagePlace | undefined = undefined;
  private otherItems: MessagePlace | undefined = undefined;

  constructor(
    private readonly places: MessagePlaces,
    private readonly parts: readonly Part[],
    private readonly texts: ReadonlyMap<string, string>,
  ) {}

  /** All schemas that the value may have to obey, each before the branches that it consists of. */
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

/** A schema object, and where it stands in the schema. */
interface Part {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/** The parts, and those that their references and unions lead to. */
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
