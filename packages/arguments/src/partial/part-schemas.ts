import type { Issue, JsonSchema, JsonSchemaObject, SchemaChecker } from '@haft/schema';
import { referenceChain, targetOf } from '@haft/schema/internal';
import { isDeclared, schemaOfKey } from '../value/schema-of-key.js';

/** A function that finds the issues of a value under a key. Their paths begin with the key. */
type CheckValue = (value: unknown, key: string | number) => readonly Issue[];

/** A function that finds the issues of the properties of an object. */
type CheckObject = (value: object) => readonly Issue[];

const NONE: readonly Issue[] = [];

/** Returns the schema of a value in a list or an object. */
export function schemaAt(schema: JsonSchemaObject, key: string | number): JsonSchema {
  if (typeof key === 'string') return schemaOfKey(schema, key);
  return schema.prefixItems?.[key] ?? schema.items ?? true;
}

/** The parts of schemas of containers. With them, a value in a container can be checked alone. */
export class PartSchemas {
  private readonly values = new Map<JsonSchema, CheckValue>();
  private readonly names = new Map<JsonSchema, CheckObject>();
  private readonly rootNames = new Map<JsonSchema, CheckObject>();

  constructor(private readonly checker: SchemaChecker) {}

  /**
   * Returns the schemas that a list or an object must obey, however it ends. A branch of a union is
   * certain only if no other branch is possible.
   */
  certain(schemas: readonly JsonSchema[], isList: boolean): readonly JsonSchemaObject[] {
    const found = new Set<JsonSchemaObject>();
    const add = (schema: JsonSchema): void => {
      if (typeof schema === 'boolean' || found.has(schema)) return;
      found.add(schema);
      add(targetOf(schema, (reference) => this.checker.resolve(reference)) ?? true);
      for (const one of schema.allOf ?? []) add(one);
      for (const union of [schema.anyOf, schema.oneOf]) {
        const possible = union?.filter((one) => this.mayBe(one, isList ? 'array' : 'object'));
        if (possible?.length === 1 && possible[0] !== undefined) add(possible[0]);
      }
    };
    for (const schema of schemas) add(schema);
    return [...found];
  }

  /**
   * Returns the check of one property or item.
   *
   * @param isRoot - whether issues say "argument" instead of "property"
   */
  checkOf(schema: JsonSchemaObject, key: string | number, isRoot: boolean): CheckValue | undefined {
    const alone = valueSchema(schema, key);
    if (alone !== undefined) return kept(this.values, alone, () => this.checkAlone(alone));
    if (typeof key === 'number') return undefined;
    const check = this.checkOfNames(schema, isRoot);
    return (value) => check({ [key]: value });
  }

  /** Returns the check of the properties of an object, without issues of the whole object. */
  checkOfNames(schema: JsonSchemaObject, isRoot: boolean): CheckObject {
    if (isRoot) return kept(this.rootNames, schema, () => this.checkRoot(namedValues(schema)));
    return kept(this.names, schema, () => this.checkInside(namedValues(schema)));
  }

  /** Returns the check of one value. It creates the explaining checker at the first issue. */
  private checkAlone(part: JsonSchemaObject): CheckValue {
    const checker = this.checker.part(part);
    let explain: CheckObject | undefined;
    return (value, key) => {
      if (checker.validates(value)) return NONE;
      return (explain ??= this.checkInside({ additionalProperties: part }))({ [key]: value });
    };
  }

  private checkRoot(part: JsonSchemaObject): CheckObject {
    const checker = this.checker.part(part);
    return (value) => checker.issuesOf(value);
  }

  private checkInside(part: JsonSchemaObject): CheckObject {
    const checker = this.checker.part({ properties: { value: part } });
    return (value) => checker.issuesOf({ value }).map((issue) => ({ ...issue, path: issue.path.slice(1) }));
  }

  private mayBe(schema: JsonSchema, type: 'array' | 'object'): boolean {
    const chain = referenceChain(schema, (reference) => this.checker.resolve(reference));
    return chain.every((one) => (typeof one === 'boolean' ? one : [one.type ?? type].flat().includes(type)));
  }
}

/** Returns the schema of an item, or of a property that no other keyword restricts. */
function valueSchema(schema: JsonSchemaObject, key: string | number): JsonSchemaObject | undefined {
  const isAlone = schema.patternProperties === undefined && schema.propertyNames === undefined;
  if (typeof key === 'string' && !(isAlone && isDeclared(schema, key))) return undefined;
  const found = schemaAt(schema, key);
  return typeof found === 'boolean' ? undefined : found;
}

/** Returns the keywords that restrict each property alone. */
function namedValues({
  properties = {},
  patternProperties = {},
  additionalProperties = true,
  propertyNames = true,
}: JsonSchemaObject): JsonSchemaObject {
  return { properties, patternProperties, additionalProperties, propertyNames };
}

function kept<T>(checks: Map<JsonSchema, T>, schema: JsonSchema, make: () => T): T {
  const check = checks.get(schema) ?? make();
  checks.set(schema, check);
  return check;
}
