import { HaftError } from '@haft/core';
import type { JsonSchema, JsonSchemaObject, Path } from '@haft/schema';

/** Where a sensitive value stands: `'account.pin'`, `'cards.*.number'`; as a list where a name has a dot. */
export type SensitivePlace = string | Path;

/**
 * The places of `defineTool({ sensitive })` as paths.
 *
 * @throws HaftError `HAFT_INVALID_OPTION` for a place that the schema does not have: a misspelt one would protect nothing
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

/** Whether a value may stand there. What is not plain (references, unions, patterns) may have anything. */
function mayHave(schema: JsonSchema, [step, ...rest]: Path): boolean {
  if (step === undefined || typeof schema === 'boolean') return schema !== false;
  if (!isPlain(schema)) return true;
  const { properties, prefixItems = [] } = schema;
  const types = [schema.type].flat();
  // An object that says nothing of its properties takes any; one that names some is not meant to.
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
