import { HaftError, type RunContext } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import type { OpenApiSettings } from '../open-api-options.js';
import type { ServiceResponse } from '../response/send.js';

/** The headers of a request with credentials. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /** Removes the credentials from a response: a service may repeat what it was sent. */
  readonly hide: (response: ServiceResponse) => ServiceResponse;
}

/**
 * Adds the credentials of a run. They replace headers of the model.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if `auth` does not return headers
 */
export async function withCredentials(
  headers: Readonly<Record<string, string>>,
  run: RunContext,
  { auth, name }: OpenApiSettings,
): Promise<Credentials> {
  if (auth === undefined) return { headers, hide: (response) => response };
  const own = checked(await auth(run), name);
  return { headers: { ...headers, ...own }, hide: (response) => withoutSecrets(response, secretsOf(own)) };
}

/** The message must not contain a value. */
function checked(given: unknown, name: string): Readonly<Record<string, string>> {
  const entries: [string, unknown][] = isObject(given) ? Object.entries(given) : [['', undefined]];
  return Object.fromEntries(
    entries.map(([header, value]) => {
      if (HEADER_NAME.test(header) && typeof value === 'string' && HEADER_VALUE.test(value))
        return [header.toLowerCase(), value];
      throw new HaftError('HAFT_INVALID_OPTION', `The auth of openApiToolset '${name}' did not return valid headers.`, {
        hint: 'Return an object of texts: { authorization: `Bearer ${token}` }.',
      });
    }),
  );
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The shortest text that counts as a secret. Others occur by chance. */
const SHORTEST = 8;
const HIDDEN = '[credentials]';

/** A value with its scheme, and the token alone: `Bearer abc` and `abc`. */
function secretsOf(headers: Readonly<Record<string, string>>): readonly string[] {
  const texts = Object.values(headers).flatMap((value) => [value, value.slice(value.lastIndexOf(' ') + 1)]);
  return texts.filter((text) => text.length >= SHORTEST);
}

function withoutSecrets(response: ServiceResponse, secrets: readonly string[]): ServiceResponse {
  if (!secrets.some((secret) => response.body.includes(secret))) return response;
  // One character for each byte, so that other bytes stay as they are.
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), response.body.toString('latin1'));
  return { ...response, body: Buffer.from(text, 'latin1') };
}
