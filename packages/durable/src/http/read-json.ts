import { tryParseJson } from '@haft/arguments/internal';
import { HttpProblem } from './http-problem.js';

/**
 * Reads the body of a request as JSON. Rejects other content types, so that no form of a site can
 * send it.
 *
 * @param limit - the longest body, in bytes
 * @returns undefined for a body that is not JSON
 * @throws {HttpProblem} with the status 400, 413 or 415
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw new HttpProblem(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send application/json.');
  return tryParseJson(await textOf(request, limit));
}

async function textOf({ body }: Request, limit: number): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = (await reader.read().catch(incomplete)) as Chunk;
    if (done || value === undefined) break;
    size += value.byteLength;
    if (size > limit) {
      // The client may still send. Nothing reads it.
      reader.cancel().catch(() => undefined);
      throw new HttpProblem(413, 'BODY_TOO_LARGE', `The body has more than ${limit} bytes.`);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface Chunk {
  readonly done: boolean;
  readonly value?: Uint8Array;
}

/** A client that leaves is not a failure of the server. */
function incomplete(): never {
  throw new HttpProblem(400, 'INCOMPLETE_BODY', 'The body ended too early.');
}
