import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import type { TypeModel } from '../../model.js';
import { reachableParts } from './parts-of.js';

/**
 * The parts of a type that become something else than their JSON value, by a revival or a default.
 */
export class Builds {
  private readonly known = new Map<JsonSchemaObject, boolean>();

  constructor(private readonly type: Pick<TypeModel, 'schema' | 'revivals'>) {}

  /** Returns whether a new value replaces the value of this schema. */
  has(schema: JsonSchema): boolean {
    if (typeof schema === 'boolean') return false;
    const known = this.known.get(schema);
    if (known !== undefined) return known;
    const found = [...reachableParts(schema, this.type.schema)].some(
      (one) => this.type.revivals.has(one) || this.hasPreset(one),
    );
    this.known.set(schema, found);
    return found;
  }

  /** Returns whether class-transformer creates part of the value of this schema. */
  transforms(schema: JsonSchemaObject): boolean {
    return [...reachableParts(schema, this.type.schema)].some((one) => {
      const revival = this.type.revivals.get(one);
      return revival?.kind === 'dto' && revival.transformed;
    });
  }

  /** Returns whether an object of this schema is rebuilt, member by member. */
  hasObject(schema: JsonSchemaObject): boolean {
    const revival = this.type.revivals.get(schema);
    // class-transformer creates the instance from the whole value, with everything inside.
    if (revival?.kind === 'dto') return !revival.transformed;
    const members = [
      ...Object.values(schema.properties ?? {}),
      ...Object.values(schema.patternProperties ?? {}),
      schema.additionalProperties ?? true,
    ];
    return this.hasPreset(schema) || members.some((one) => this.has(one));
  }

  /**
   * Returns the default of an absent property, as a literal, if the language itself has no default
   * for it.
   */
  presetOf(object: JsonSchemaObject, property: JsonSchema): JsonSchemaObject['default'] {
    if (typeof property === 'boolean' || property.default === undefined) return undefined;
    // An instance gets its defaults from its class, and a value of another form from the parameter
    // itself.
    if (this.type.revivals.get(object)?.kind === 'dto' || this.has(property)) return undefined;
    return property.default;
  }

  private hasPreset(object: JsonSchemaObject): boolean {
    if (object.properties === undefined || this.type.revivals.get(object)?.kind === 'dto') return false;
    return Object.entries(object.properties).some(
      ([name, one]) => typeof one === 'object' && one.default !== undefined && object.required?.includes(name) !== true,
    );
  }
}
