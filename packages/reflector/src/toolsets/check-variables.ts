import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { nearest } from '@haft/schema/internal';
import type { ts } from '../program/typescript.js';
import type { ReadDefinition } from './read-definition.js';
import type { ReadingContext } from './reading-context.js';

/**
 * Reports variables of a URI without a parameter, required parameters without a variable, and
 * parameters that a URI cannot carry.
 *
 * @param place - the URI in the source
 */
export function checkVariables(
  variables: readonly string[],
  place: ts.Node,
  read: ReadDefinition,
  { diagnostics }: ReadingContext,
): void {
  const { properties = {}, required = [] } = read.model.arguments.schema;
  const known = Object.keys(properties);
  const { name } = read.model;
  for (const variable of variables) {
    if (known.includes(variable)) continue;
    const near = nearest(variable, known);
    diagnostics.at(place, {
      code: 'HAFT1120',
      message: `The variable '${variable}' of the URI is not a parameter of '${name}'.`,
      fix: `${near === undefined ? '' : `Did you mean '${near}'? `}The parameters are: ${known.join(', ') || 'none'}.`,
    });
  }
  for (const parameter of required.filter((one) => !variables.includes(one)))
    diagnostics.at(placeOf(parameter, read), {
      code: 'HAFT1120',
      message: `The parameter '${parameter}' of '${name}' is required, but it is not a variable of the URI.`,
      fix: `Write {${parameter}} or {?${parameter}} in the URI, or give the parameter a default.`,
    });
  for (const variable of variables) checkText(variable, 'a URI', read, diagnostics);
}

/** Reports parameters of a prompt whose values are not texts. */
export function checkPromptArguments(read: ReadDefinition, { diagnostics }: ReadingContext): void {
  for (const name in read.model.arguments.schema.properties)
    checkText(name, 'the text of an argument', read, diagnostics);
}

function checkText(
  parameter: string,
  carrier: string,
  read: ReadDefinition,
  diagnostics: ReadingContext['diagnostics'],
): void {
  const { model } = read;
  const { schema } = model.arguments;
  const isReference = model.parameters.some(
    (one) => one.kind === 'model' && one.name === parameter && one.reference !== undefined,
  );
  const what = isReference ? 'a Ref' : notText(schema.properties?.[parameter], schema);
  if (what === undefined) return;
  diagnostics.at(placeOf(parameter, read), {
    code: 'HAFT1121',
    message: `The parameter '${parameter}' of '${model.name}' is ${what}, which ${carrier} cannot carry.`,
    fix: 'Take a string, number, boolean, enum or date.',
  });
}

/** Returns the kind of value that a schema allows and that a text cannot carry, if there is one. */
function notText(
  schema: JsonSchema | undefined,
  root: JsonSchemaObject,
  seen: ReadonlySet<JsonSchema> = new Set(),
): string | undefined {
  if (typeof schema !== 'object' || seen.has(schema)) return undefined;
  const inner = new Set([...seen, schema]);
  const { type, $ref, anyOf = [], oneOf = [], properties, items } = schema;
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (types.includes('object') || properties !== undefined) return 'an object';
  if (types.includes('array') || items !== undefined) return 'a list';
  const target = $ref === undefined ? [] : [root.$defs?.[$ref.replace('#/$defs/', '')]];
  return [...target, ...anyOf, ...oneOf].map((one) => notText(one, root, inner)).find((one) => one !== undefined);
}

/** Returns the parameter of a name, or the one object that has a property of this name. */
function placeOf(name: string, { parameters, tool }: ReadDefinition): ts.Node {
  const visible = parameters.filter((one) => one.type !== undefined);
  const found = visible.find(({ model }) => model.kind === 'model' && model.name === name) ?? visible[0];
  return found?.declaration ?? tool.source.reportAt;
}
