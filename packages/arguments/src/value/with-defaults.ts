import type { JsonSchema, JsonSchemaObject, JsonValue, SchemaChecker } from '@haft/schema';
import { targetOf, type Resolve } from '@haft/schema/internal';

type Values = Readonly<Record<string, JsonValue>>;

/** The largest number of references in a row. */
const MOST_HOPS = 16;

/** Copies valid arguments and adds the defaults of the schema for absent properties. */
export function withDefaults(checker: SchemaChecker, value: Values): Values {
  return new Completion(checker).complete(checker.schema, value) as Values;
}

class Completion {
  private readonly resolve: Resolve = (reference) => this.checker.resolve(reference);

  constructor(private readonly checker: SchemaChecker) {}

  complete(schema: JsonSchema | undefined, value: JsonValue, hops = 0): JsonValue {
    if (typeof schema !== 'object' || typeof value !== 'object' || value === null || hops > MOST_HOPS) return value;
    const parts = [targetOf(schema, this.resolve), ...(schema.allOf ?? []), this.branchOf(schema, value)];
    const completed = parts.reduce<JsonValue>((one, part) => this.complete(part, one, hops + 1), value);
    return isArray(completed) ? this.items(schema, completed) : this.properties(schema, completed as Values);
  }

  /** Returns the first branch for which the value is valid. The call of the tool takes it, too. */
  private branchOf({ anyOf, oneOf }: JsonSchemaObject, value: JsonValue): JsonSchema | undefined {
    return (anyOf ?? oneOf)?.find((branch) => this.checker.part(branch).validates(value));
  }

  private items({ prefixItems = [], items }: JsonSchemaObject, values: readonly JsonValue[]): JsonValue {
    return values.map((one, index) => this.complete(prefixItems[index] ?? items, one));
  }

  private properties(
    { properties = {}, additionalProperties, required = [] }: JsonSchemaObject,
    values: Values,
  ): Values {
    const present = Object.entries(values).map(([name, one]): [string, JsonValue] => {
      const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return [name, this.complete(own, one)];
    });
    const absent = Object.entries(properties).flatMap(([name, one]): [string, JsonValue][] => {
      const isAbsent = typeof one === 'object' && one.default !== undefined && !Object.hasOwn(values, name);
      return isAbsent && !required.includes(name) ? [[name, one.default]] : [];
    });
    return Object.fromEntries([...present, ...absent]);
  }
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
