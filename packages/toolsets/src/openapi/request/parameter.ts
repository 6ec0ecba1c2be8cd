import { isObject } from '@haft/schema/internal';
import type { Operation } from '../document/operations.js';
import type { OpenApiDocument, Part } from '../document/read-document.js';
import { resolved } from '../document/resolve.js';
import { Unusable } from '../document/unusable.js';
import { isReservedHeader } from './reserved-headers.js';

/** The form of a value in a URL or header. See the `style` of the OpenAPI Specification. */
export type Style = 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';

/** The places of parameters that a model gives. */
export type Place = 'path' | 'query' | 'header';

/** A parameter of an operation that a model gives. */
export interface Parameter {
  readonly place: Place;
  /** The name in the request. */
  readonly name: string;
  /** The name of the argument. */
  readonly argument: string;
  readonly required: boolean;
  readonly style: Style;
  readonly explode: boolean;
  readonly description: string | undefined;
  readonly schema: unknown;
}

/** Parameters that the host gives, by place and name: those of security schemes. */
export type HostParameters = ReadonlySet<string>;

/** Returns the parameters that the security schemes of a document use. */
export function securityParameters({ root }: OpenApiDocument): HostParameters {
  const { components } = root;
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  if (!isObject(schemes)) return new Set();
  return new Set(
    Object.values(schemes).flatMap((given) => {
      const { in: place, name } = partOf(root, given) ?? {};
      return typeof place === 'string' && typeof name === 'string' ? [keyOf(place, name)] : [];
    }),
  );
}

/**
 * Returns the parameters of an operation that a model gives: its own, and those of its path.
 *
 * @param ofHost - parameters that the host gives
 * @throws {Unusable} if one cannot be used
 */
export function parametersOf(
  { root }: OpenApiDocument,
  { operation, shared }: Operation,
  ofHost: HostParameters,
): readonly Parameter[] {
  const byKey = new Map<string, Part>();
  for (const given of [...listOf(shared['parameters']), ...listOf(operation['parameters'])]) {
    const parameter = resolved(root, given);
    if (!isObject(parameter) || typeof parameter['name'] !== 'string' || typeof parameter['in'] !== 'string')
      throw new Unusable('a parameter has no name or place');
    byKey.set(keyOf(parameter['in'], parameter['name']), parameter);
  }
  const forModel = [...byKey].flatMap(([key, parameter]) => (ofHost.has(key) ? [] : readParameter(root, parameter)));
  return withArguments(forModel);
}

function readParameter(root: Part, parameter: Part): readonly Omit<Parameter, 'argument'>[] {
  const { name, in: place, required, description, content, schema } = parameter as Part & { readonly name: string };
  if (place !== 'path' && place !== 'query' && place !== 'header') return [];
  if (place === 'header' && isReservedHeader(name)) return [];
  if (name === '__proto__') throw new Unusable('a parameter is named __proto__');
  if (place === 'header' && !HEADER_NAME.test(name)) throw new Unusable('a header has a name that HTTP does not allow');
  const { style, explode } = formOf(parameter, place);
  const [media] = isObject(content) ? Object.values(content) : [];
  return [
    {
      place,
      name,
      required: place === 'path' || required === true,
      style,
      explode,
      description: typeof description === 'string' ? description : undefined,
      schema: (isObject(content) ? partOf(root, media)?.['schema'] : schema) ?? {},
    },
  ];
}

/** A token (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const DEFAULT_STYLES: Readonly<Record<Place, Style>> = { path: 'simple', query: 'form', header: 'simple' };
const STYLES: Readonly<Record<Place, readonly Style[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
};

/**
 * Returns the form of a value.
 *
 * @throws {Unusable} if the place does not have the style
 */
export function formOf(given: Part, place: Place): { readonly style: Style; readonly explode: boolean } {
  if (isObject(given['content'])) return { style: 'json', explode: false };
  const style = (given['style'] ?? DEFAULT_STYLES[place]) as Style;
  if (!STYLES[place].includes(style)) throw new Unusable(`a parameter in its ${place} has an unknown style`);
  const explode = typeof given['explode'] === 'boolean' ? given['explode'] : style === 'form';
  return { style, explode };
}

/** Names the arguments. Parameters with one name in two places get the place in front. */
function withArguments(parameters: readonly Omit<Parameter, 'argument'>[]): readonly Parameter[] {
  const count = new Map<string, number>([[BODY, 1]]);
  for (const { name } of parameters) count.set(name, (count.get(name) ?? 0) + 1);
  const named = parameters.map((one): Parameter => {
    const isUnique = count.get(one.name) === 1;
    return { ...one, argument: isUnique ? one.name : `${one.place}_${one.name}` };
  });
  if (new Set(named.map(({ argument }) => argument)).size !== named.length)
    throw new Unusable('two of its parameters get the same name');
  return named;
}

/** The argument for the body of a request. */
export const BODY = 'body';

function keyOf(place: string, name: string): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function partOf(root: Part, given: unknown): Part | undefined {
  const part = resolved(root, given);
  return isObject(part) ? part : undefined;
}
