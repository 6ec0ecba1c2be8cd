import { variablesOf, type UriPart, type UriTemplate } from '@haft/core/uri-template';

/** The values of the variables of a URI, decoded. Those of the query may be missing. */
export type UriValues = Readonly<Record<string, string>>;

/** Longer URIs match nothing. */
const LONGEST = 8192;

/** Returns whether a template has no variables. */
export function isFixedUri(template: UriTemplate): boolean {
  return variablesOf(template).length === 0;
}

/**
 * Returns the values of the variables of a template in a URI, or undefined if it does not match.
 * Each value is decoded once, after the match: `a%2Fb` in a segment is `a/b` for the method.
 */
export function matchUri({ parts }: UriTemplate, uri: string): UriValues | undefined {
  if (uri.length > LONGEST) return undefined;
  const query = parts.find((part) => part.kind === 'query');
  const ahead = query === undefined ? parts : parts.slice(0, -1);
  const start = query === undefined ? -1 : uri.indexOf('?');
  const raw = matchPath(ahead, start === -1 ? uri : uri.slice(0, start));
  const given = raw === undefined || start === -1 ? [] : matchQuery(query?.names ?? [], uri.slice(start + 1));
  if (raw === undefined || given === undefined) return undefined;
  return decoded([...raw, ...given]);
}

type Values = readonly (readonly [name: string, value: string])[];

/**
 * Matches from the left up to `{+path}`, and what follows it from the right. Texts between two
 * variables have a separator, which no value has unless it is escaped: each ends at one place.
 */
function matchPath(parts: readonly UriPart[], uri: string): Values | undefined {
  const path = parts.findIndex(({ kind }) => kind === 'path');
  const left = fromLeft(path === -1 ? parts : parts.slice(0, path), uri, path === -1);
  if (left === undefined || path === -1) return left?.values;
  const right = fromRight(parts.slice(path + 1), left.rest);
  const part = parts[path];
  if (right === undefined || right.rest === '' || part?.kind !== 'path') return undefined;
  return [...left.values, [part.name, right.rest], ...right.values];
}

interface Match {
  readonly values: Values;
  readonly rest: string;
}

function fromLeft(parts: readonly UriPart[], uri: string, isWhole: boolean): Match | undefined {
  const values: [string, string][] = [];
  let rest = uri;
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'text') {
      if (!rest.startsWith(part.text)) return undefined;
      rest = rest.slice(part.text.length);
    } else if (part.kind === 'segment') {
      const end = endOf(parts, index, { rest, isWhole });
      if (end < 1 || !isSegment(rest.slice(0, end))) return undefined;
      values.push([part.name, rest.slice(0, end)]);
      rest = rest.slice(end);
    }
  }
  return isWhole && rest !== '' ? undefined : { values, rest };
}

/** Returns the end of a variable: where the text after it is. The last text is at the end. */
function endOf(
  parts: readonly UriPart[],
  index: number,
  { rest, isWhole }: { readonly rest: string; readonly isWhole: boolean },
): number {
  const after = parts[index + 1];
  if (after?.kind !== 'text') return rest.length;
  return isWhole && index + 2 === parts.length ? rest.length - after.text.length : rest.indexOf(after.text, 1);
}

function fromRight(parts: readonly UriPart[], uri: string): Match | undefined {
  const values: [string, string][] = [];
  let rest = uri;
  for (const [index, part] of [...parts.entries()].reverse()) {
    if (part.kind === 'text') {
      if (!rest.endsWith(part.text)) return undefined;
      rest = rest.slice(0, rest.length - part.text.length);
    } else if (part.kind === 'segment') {
      const before = parts[index - 1];
      const text = before?.kind === 'text' ? before.text : '';
      const found = rest.lastIndexOf(text);
      const start = found + text.length;
      if (found === -1 || !isSegment(rest.slice(start))) return undefined;
      values.unshift([part.name, rest.slice(start)]);
      rest = rest.slice(0, start);
    }
  }
  return { values, rest };
}

function isSegment(value: string): boolean {
  return value !== '' && !/[/?#]/.test(value);
}

/** Each parameter is one of the template, and there once. */
function matchQuery(names: readonly string[], query: string): Values | undefined {
  const pairs = query === '' ? [] : query.split('&');
  if (pairs.length > names.length) return undefined;
  const values = pairs.map((pair): [string, string] => {
    const end = pair.indexOf('=');
    return end === -1 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
  });
  const given = new Set(values.map(([name]) => name));
  return given.size === values.length && [...given].every((name) => names.includes(name)) ? values : undefined;
}

function decoded(values: Values): UriValues | undefined {
  try {
    const texts = values.map(([name, value]) => [name, decodeURIComponent(value)] as const);
    return texts.some(([, value]) => value.includes('\0')) ? undefined : Object.fromEntries(texts);
  } catch {
    return undefined; // a broken escape
  }
}
