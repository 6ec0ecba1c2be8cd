import { HaftError } from '@haft/core';
import { wellFormedJson } from '@haft/schema/basics';

/** An answer to a request that is not valid. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** Returns a JSON response that no cache keeps, without halves of surrogate pairs. */
export function jsonResponse(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  const always = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Response(wellFormedJson(JSON.stringify(body)), { status, headers: { ...always, ...headers } });
}

/** Returns the response of an error. Undefined if the client must not see the error. */
export function problemResponse(error: unknown): Response | undefined {
  if (error instanceof HttpProblem) return problemOf(error);
  if (!(error instanceof HaftError)) return undefined;
  const status = STATUS.get(error.code);
  const { code, message, hint, issues } = error;
  return status === undefined ? undefined : jsonResponse(status, { error: { code, message, hint, issues } });
}

/** Returns the response of a problem. */
export function problemOf({ status, code, message, headers }: HttpProblem): Response {
  return jsonResponse(status, { error: { code, message } }, headers);
}

const STATUS: ReadonlyMap<string, number> = new Map([
  ['HAFT_UNKNOWN_DECISION', 404],
  ['HAFT_DECISION_USED', 409],
  ['HAFT_REQUEST_EXPIRED', 410],
  ['HAFT_WRONG_DECISION_KIND', 422],
  ['HAFT_INVALID_DECISION', 422],
]);
