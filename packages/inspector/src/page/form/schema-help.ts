import type { Json, Schema } from '../types.js';
import type { JsonPlace } from './json-place.js';
import { branchesOf, resolved } from './resolve.js';

/** A word that a person may choose, and what it means. */
export interface Choice {
  readonly text: string;
  readonly insert: string;
  readonly about: string;
}

/** The most choices of a list. */
const MOST = 12;

/** Returns the names or values that fit at a place, those that begin with the typed text first. */
export function choicesAt(root: Schema, place: JsonPlace): readonly Choice[] {
  const schemas = schemasAt(root, place.path);
  const all = place.kind === 'name' ? nameChoices(schemas, root, place.names) : schemas.flatMap(valueChoices);
  const typed = place.typed.toLowerCase();
  const fitting = all.filter(({ text }) => text.toLowerCase().includes(typed));
  const rank = ({ text }: Choice): number => (text.toLowerCase().startsWith(typed) ? 0 : 1);
  const unique = [...new Map(fitting.map((one) => [one.insert, one])).values()];
  return unique.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

/** Returns what the schema says about the word at a place. Undefined if it says nothing. */
export function helpAt(root: Schema, { path, kind, word }: JsonPlace): string | undefined {
  if (kind === 'name' && word === '') return undefined;
  const full = kind === 'name' ? [...path, word] : path;
  const [schema] = schemasAt(root, full);
  if (schema === undefined || full.length === 0) return undefined;
  return `${full.join('.')}: ${aboutOf(schema)}`;
}

function nameChoices(schemas: readonly Schema[], root: Schema, present: readonly string[]): readonly Choice[] {
  return schemas.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties)
      .filter(([name]) => !present.includes(name))
      .map(([name, schema]) => {
        const about = `${required.includes(name) ? 'required, ' : ''}${aboutOf(resolved(schema, root))}`;
        return { text: name, insert: JSON.stringify(name), about };
      }),
  );
}

function valueChoices({
  const: constant,
  enum: values,
  type,
  default: usual,
  description = '',
}: Schema): readonly Choice[] {
  const listed: readonly Json[] = constant !== undefined ? [constant] : (values ?? []);
  const given =
    type === 'boolean' ? [true, false] : type === 'null' ? [null] : usual === undefined ? listed : [usual, ...listed];
  return given.map((value) => {
    const insert = JSON.stringify(value);
    return {
      text: typeof value === 'string' ? value : insert,
      insert,
      about: value === usual ? 'default' : description,
    };
  });
}

/** Returns the type, the limits and the description of a schema. */
function aboutOf({ type, enum: values, minimum, maximum, format, description }: Schema): string {
  const kind = values?.map((one) => JSON.stringify(one)).join(' or ') ?? [type ?? 'any'].flat().join(' or ');
  const limits = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
    ...(format === undefined ? [] : [format]),
  ];
  return `${[kind, ...limits].join(' ')}${description === undefined ? '' : `. ${description}`}`;
}

/** Returns the schemas of a value: several for a union. */
function schemasAt(root: Schema, path: readonly (string | number)[]): readonly Schema[] {
  return path.reduce<readonly Schema[]>(
    (schemas, key) =>
      schemas
        .map(({ properties, additionalProperties, items }) =>
          typeof key === 'number'
            ? items
            : Object.hasOwn(properties ?? {}, key)
              ? properties?.[key]
              : additionalProperties,
        )
        .filter((one) => typeof one === 'object')
        .flatMap((one) => branches(one, root)),
    branches(root, root),
  );
}

function branches(given: Schema, root: Schema, depth = 0): readonly Schema[] {
  const schema = resolved(given, root);
  const parts = branchesOf(schema, root);
  return parts.length === 0 || depth > 4 ? [schema] : parts.flatMap((one) => branches(one, root, depth + 1));
}
