import { ModelRetry } from '@haft/core';
import { wellFormedData } from '@haft/schema/internal';
import { Unusable } from '../document/unusable.js';
import { parseUrl } from '../../http/parse-url.js';
import { BODY, type Parameter } from './parameter.js';
import { writeBody, type RequestBody } from './request-body.js';
import { writeQuery } from './write-query.js';
import { writeHeaderValue, writePathValue } from './write-simple.js';

/** The parts of an operation that a request needs. */
export interface RequestPlan {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
}

/** A request to the service, without credentials. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const VARIABLE = /\{([^{}]*)\}/g;

/**
 * Checks the template of a path.
 *
 * @throws {Unusable} if it is not a path, or has a variable without a parameter
 */
export function checkPath(path: string, parameters: readonly Parameter[]): void {
  if (!path.startsWith('/')) throw new Unusable('its path does not begin with /');
  const fixed = path.replace(VARIABLE, 'x');
  if (parseUrl(`http://host${fixed}`)?.pathname !== fixed) throw new Unusable('its path is not a plain path');
  for (const [, name] of path.matchAll(VARIABLE)) {
    if (!parameters.some((one) => one.place === 'path' && one.name === name))
      throw new Unusable(`no parameter describes {${(name ?? '').slice(0, 50).toWellFormed()}} in its path`);
  }
}

/**
 * Writes the request of a call.
 *
 * @param baseUrl - without `/` at its end
 * @param args - valid arguments
 * @throws {ModelRetry} if a value cannot be sent
 */
export function writeRequest(
  plan: RequestPlan,
  baseUrl: string,
  args: Readonly<Record<string, unknown>>,
): ServiceRequest {
  const values = wellFormedData({ ...args });
  const given = plan.parameters.flatMap((parameter): (readonly [Parameter, unknown])[] => {
    const value = Object.hasOwn(values, parameter.argument) ? values[parameter.argument] : undefined;
    return value === undefined || value === null ? [] : [[parameter, value]];
  });
  const inPlace = (place: Parameter['place']): typeof given => given.filter(([one]) => one.place === place);
  const inPath = new Map(inPlace('path').map(([one, value]) => [one.name, writePathValue(one, value)]));
  const path = plan.path.replace(VARIABLE, (_, name: string) => inPath.get(name) ?? '');
  const query = inPlace('query').flatMap(([one, value]) => writeQuery(one, value));
  const url = checkedUrl(`${baseUrl}${path}`, baseUrl);
  const { body } = plan;
  const bodyValue = Object.hasOwn(values, BODY) ? values[BODY] : undefined;
  const isSent = body !== undefined && bodyValue !== undefined;
  return {
    method: plan.method,
    url: query.length === 0 ? url : `${url}?${query.join('&')}`,
    headers: {
      ...Object.fromEntries(
        inPlace('header').map(([one, value]) => [one.name.toLowerCase(), writeHeaderValue(one, value)]),
      ),
      accept: 'application/json, text/*;q=0.5',
      ...(isSent && { 'content-type': body.mediaType }),
    },
    body: isSent ? writeBody(body, bodyValue) : undefined,
  };
}

/** The last check: the URL that a server gets is the written one, below the base. */
function checkedUrl(written: string, baseUrl: string): string {
  const url = parseUrl(written);
  if (url?.href === written && written.startsWith(`${baseUrl}/`)) return written;
  throw new ModelRetry('The arguments do not give a valid path.');
}
