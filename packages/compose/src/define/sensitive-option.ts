import { HaftError } from '@haft/core';
import type { JsonSchema, JsonSchemaObject, Path } from '@haft/schema';

/** A place: `'account.pin'` or `'cards.*.number'`. It is a list if a name has a dot. */
export type SensitivePlace = string | Path;

/**
 * Returns the places of `defineTool({ sensitive })` as paths.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the schema does not have a place, since a misspelled
 *   place would protect nothing
 */
export function sensitivePaths(
  tool: string,
  schema: JsonSchemaObject,
  places: readonly SensitivePlace[] = [],
): readonly Path[] {
  return places.map((place) => {
    const path = typeof place === 'string' ? place.split('.') : place;
    if (path.length > 0 && mayHave(schema, path)) return path;
    const message = `defineTool('${tool}'): sensitive names ${JSON.stringify(place)}, which the schema does not have.`;
    throw new HaftError('HAFT_INVALID_OPTION', message, {
      hint: "Write the place of a property: 'account.pin', or 'cards.*.number' for all items or keys of cards.",
    });
  });
}

/** Returns whether a value may be at a place. References, unions and patterns allow any place. */
function mayHave(schema: JsonSchema, [step, ...rest]: Path): boolean {
  if (step === undefined || typeof schema === 'boolean') return schema !== false;
  if (!isPlain(schema)) return true;
  const { properties, prefixItems = [] } = schema;
  const types = [schema.type].flat();
  // An object schema without `properties` allows any name. One with `properties` counts as closed.
  const { additionalProperties = properties === undefined && types.includes('object') } = schema;
  const { items = types.includes('array') } = schema;
  const declared = step === '*' ? Object.values(properties ?? {}) : own(properties ?? {}, step);
  const inside = [additionalProperties, ...prefixItems, items];
  return (declared.length > 0 ? declared : inside).some((one) => mayHave(one, rest));
}

function isPlain({ $ref, anyOf, oneOf, allOf, patternProperties, type }: JsonSchemaObject): boolean {
  const isUnion = anyOf !== undefined || oneOf !== undefined || allOf !== undefined;
  return $ref === undefined && !isUnion && patternProperties === undefined && type !== undefined;
}

function own(properties: Readonly<Record<string, JsonSchema>>, step: string | number): readonly JsonSchema[] {
  const found = Object.hasOwn(properties, step) ? properties[step] : undefined;
  return found === undefined ? [] : [found];
}
