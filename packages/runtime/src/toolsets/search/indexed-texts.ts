import type { ToolDefinition } from '@haft/core';
import type { JsonSchema, JsonSchemaObject } from '@haft/schema';

/** The texts of a definition that a search reads. `id` is its position in the list. */
export interface IndexedTexts {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly parameterNames: string;
  readonly parameterTexts: string;
  /** Values of enumerations. */
  readonly values: string;
  /** All texts of the parameters. */
  readonly parameters: string;
}

interface ParameterTexts {
  readonly names: string[];
  readonly texts: string[];
  readonly values: string[];
}

/** Collects the texts of a definition, including nested parameters. */
export function indexedTexts({ name, description, parameters }: ToolDefinition, id: number): IndexedTexts {
  const found: ParameterTexts = { names: [], texts: [], values: [] };
  collect(parameters, found);
  return {
    id,
    name,
    description,
    parameterNames: found.names.join('\n'),
    parameterTexts: found.texts.join('\n'),
    values: found.values.join('\n'),
    parameters: [...found.names, ...found.texts, ...found.values].join('\n'),
  };
}

/** The deepest indexed level. Schemas of other servers may have any depth. */
const DEEPEST = 32;
/** The most indexed parts of a schema. Schemas of other servers may have any size. */
const MOST_PARTS = 10_000;

/** Collects the texts level by level. Does not follow `$ref`, but reads `$defs` once. */
function collect(parameters: JsonSchema, found: ParameterTexts): void {
  let level: readonly JsonSchema[] = [parameters];
  let parts = 0;
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
    const inner: JsonSchema[] = [];
    for (const schema of level) {
      if (++parts > MOST_PARTS) return;
      if (typeof schema === 'object') inner.push(...collectOne(schema, found));
    }
    level = inner;
  }
}

/** Collects the texts of one schema, and returns the schemas inside it. */
function collectOne(schema: JsonSchemaObject, found: ParameterTexts): readonly JsonSchema[] {
  if (schema.description !== undefined) found.texts.push(schema.description);
  for (const value of [...(schema.enum ?? []), schema.const]) {
    if (typeof value === 'string') found.values.push(value);
  }
  const { properties = {}, items, additionalProperties, prefixItems = [] } = schema;
  const { anyOf = [], oneOf = [], allOf = [], $defs = {} } = schema;
  found.names.push(...Object.keys(properties));
  const inner = [
    ...Object.values(properties),
    items,
    additionalProperties,
    ...prefixItems,
    ...anyOf,
    ...oneOf,
    ...allOf,
    ...Object.values($defs),
  ];
  return inner.filter((one) => one !== undefined);
}
