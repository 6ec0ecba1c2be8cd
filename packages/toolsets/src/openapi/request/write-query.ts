import { ModelRetry } from '@haft/core';
import { encode, entriesOf, textOf } from './encode.js';
import type { Parameter } from './parameter.js';

/** A value for a query or a form. */
export type QueryParameter = Pick<Parameter, 'name' | 'argument' | 'style' | 'explode'>;

/**
 * Writes a value as parts of a query, such as `['a=1', 'a=2']`: styles `form`, `spaceDelimited`,
 * `pipeDelimited` and `deepObject`. An empty list or object has no parts.
 *
 * @throws {ModelRetry} if the style cannot carry the value
 */
export function writeQuery(parameter: QueryParameter, value: unknown): readonly string[] {
  const { name, style, explode } = parameter;
  const key = encode(name);
  if (style === 'json') return [`${key}=${encode(JSON.stringify(value))}`];
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [`${key}=${encode(textOf(value))}`];
  if (style === 'deepObject') return deepParts(key, value);
  if (Array.isArray(value)) return listParts(parameter, value);
  const pairs = entriesOf(value).map(([inner, one]) => [encode(inner), encode(textOf(one))] as const);
  if (style === 'form' && explode) return pairs.map(([inner, one]) => `${inner}=${one}`);
  return pairs.length === 0 ? [] : [`${key}=${joined(parameter, entriesOf(value).flat().map(textOf))}`];
}

function listParts(parameter: QueryParameter, values: readonly unknown[]): readonly string[] {
  const key = encode(parameter.name);
  if (values.length === 0) return [];
  // All styles repeat the name if they explode.
  if (parameter.explode) return values.map((one) => `${key}=${encode(textOf(one))}`);
  return [`${key}=${joined(parameter, values.map(textOf))}`];
}

const DELIMITERS: Readonly<Record<string, { readonly plain: string; readonly written: string }>> = {
  spaceDelimited: { plain: ' ', written: '%20' },
  pipeDelimited: { plain: '|', written: '%7C' },
};

/** Joins texts. A comma is told from those in texts by its encoding, other delimiters are not. */
function joined({ argument, style }: QueryParameter, texts: readonly string[]): string {
  const delimiter = DELIMITERS[style];
  if (delimiter === undefined) return texts.map(encode).join(',');
  if (texts.some((text) => text.includes(delimiter.plain)))
    throw new ModelRetry(`Values in the argument '${argument}' must not contain '${delimiter.plain}'.`);
  return texts.map(encode).join(delimiter.written);
}

/** Writes `a[b][c]=1`, and the positions of lists inside. */
function deepParts(key: string, value: object): readonly string[] {
  return entriesOf(value).flatMap(([inner, one]) => {
    const path = `${key}%5B${encode(inner)}%5D`;
    return typeof one === 'object' && one !== null ? deepParts(path, one) : [`${path}=${encode(textOf(one))}`];
  });
}
