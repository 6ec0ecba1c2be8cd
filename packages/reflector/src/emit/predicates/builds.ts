import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import type { TypeModel } from '../../model.js';
import { reachableParts } from './parts-of.js';

/** Which parts of a type become something else than their JSON value: by a revival, or by a default that is put in. */
export class Builds {
  private readonly known = new Map<JsonSchemaObject, boolean>();

  constructor(private readonly type: Pick<TypeModel, 'schema' | 'revivals'>) {}

  /** A new value takes the place of what this schema takes. */
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

  /** Something that this schema takes is made by class-transformer. */
  transforms(schema: JsonSchemaObject): boolean {
    return [...reachableParts(schema, this.type.schema)].some((one) => {
      const revival = this.type.revivals.get(one);
      return revival?.kind === 'dto' && revival.transformed;
    });
  }

  /** An object that this schema takes is made anew, member by member. */
  hasObject(schema: JsonSchemaObject): boolean {
    const revival = this.type.revivals.get(schema);
    // class-transformer makes the instance from the whole value, with everything inside.
    if (revival?.kind === 'dto') return !revival.transformed;
    const members = [
      ...Object.values(schema.properties ?? {}),
      ...Object.values(schema.patternProperties ?? {}),
      schema.additionalProperties ?? true,
    ];
    return this.hasPreset(schema) || members.some((one) => this.has(one));
  }

  /** The default of a property that is put in where the property is absent: a literal, where the language has none. */
  presetOf(object: JsonSchemaObject, property: JsonSchema): JsonSchemaObject['default'] {
    if (typeof property === 'boolean' || property.default === undefined) return undefined;
    // An instance has its defaults from its class, and a value of another form from the parameter itself.
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
