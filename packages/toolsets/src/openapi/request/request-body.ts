import { isObject } from '@haft/schema/internal';
import type { Operation } from '../document/operations.js';
import type { OpenApiDocument, Part } from '../document/read-document.js';
import { resolved } from '../document/resolve.js';
import { Unusable } from '../document/unusable.js';
import { BODY, formOf, type Style } from './parameter.js';
import { writeQuery } from './write-query.js';

/** The body of a request. */
export interface RequestBody {
  /** The `content-type` of the request. */
  readonly mediaType: string;
  readonly kind: 'json' | 'form' | 'text';
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: unknown;
  /** The forms of single properties, for a form. */
  readonly forms: ReadonlyMap<string, { readonly style: Style; readonly explode: boolean }>;
}

const KINDS: readonly (readonly [RequestBody['kind'], RegExp])[] = [
  ['json', /^(application\/([\w.-]+\+)?json|\*\/\*|application\/\*)$/],
  ['form', /^application\/x-www-form-urlencoded$/],
  ['text', /^text\/(?!xml)[\w.+*-]+$/],
];

/**
 * Reads the body that an operation takes: JSON if it does, otherwise a form, otherwise text.
 *
 * @returns undefined if it takes none
 * @throws {Unusable} if it takes only others, such as files
 */
export function requestBodyOf({ root }: OpenApiDocument, { operation }: Operation): RequestBody | undefined {
  const body = resolved(root, operation['requestBody']);
  if (!isObject(body)) return undefined;
  const { content, required, description } = body;
  const media = isObject(content) ? Object.entries(content) : [];
  for (const [kind, pattern] of KINDS) {
    const found = media.find(([type]) => pattern.test(typeOf(type)));
    if (found === undefined) continue;
    const given = resolved(root, found[1]);
    const { schema = {}, encoding } = isObject(given) ? given : {};
    return {
      mediaType: typeOf(found[0]).includes('*') ? DEFAULT_TYPES[kind] : typeOf(found[0]),
      kind,
      required: required === true,
      description: typeof description === 'string' ? description : undefined,
      schema: kind === 'text' ? { type: 'string' } : schema,
      forms: kind === 'form' && isObject(encoding) ? formsOf(encoding) : new Map(),
    };
  }
  if (media.length === 0) return undefined;
  const types = media.map(([type]) => typeOf(type).slice(0, 50).toWellFormed());
  throw new Unusable(`its body is ${types.slice(0, 3).join(' or ')}`);
}

const DEFAULT_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', text: 'text/plain' };

function typeOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Only a property with a written style has one. Others have a form by their values. */
function formsOf(encoding: Part): RequestBody['forms'] {
  const styled = Object.entries(encoding).filter(
    (entry): entry is [string, Part] => isObject(entry[1]) && ('style' in entry[1] || 'explode' in entry[1]),
  );
  return new Map(styled.map(([name, one]) => [name, formOf(one, 'query')]));
}

/**
 * Writes the body of a request.
 *
 * @throws {ModelRetry} if a form cannot carry a value
 */
export function writeBody({ kind, forms }: RequestBody, value: unknown): string {
  if (kind === 'text') return String(value);
  if (kind === 'json') return JSON.stringify(value);
  const parts = Object.entries(value as object).flatMap(([name, one]: [string, unknown]) =>
    writeQuery({ name, argument: BODY, ...(forms.get(name) ?? defaultForm(one)) }, one),
  );
  return parts.join('&');
}

/** Objects, and lists of them, are written as `a[b]`. Other lists repeat their name. */
function defaultForm(value: unknown): { readonly style: Style; readonly explode: boolean } {
  const isDeep = Array.isArray(value) ? value.some((one) => typeof one === 'object' && one !== null) : isObject(value);
  return { style: isDeep ? 'deepObject' : 'form', explode: true };
}
