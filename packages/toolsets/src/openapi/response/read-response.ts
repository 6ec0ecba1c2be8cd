import { ModelRetry, ToolFailed } from '@haft/core';
import { decodeText, isText, mediaType } from '../../http/fetch/decode-text.js';
import { partOfText } from '../../http/fetch/part-of-text.js';
import type { ServiceResponse } from './send.js';
import { ServiceError } from './service-error.js';

/** The most characters of a body that explains an error. */
const LONGEST_ERROR = 1000;

/**
 * Returns the value of a response: JSON, text, or null without a body.
 *
 * @param operation - method and path, for events
 * @throws {ModelRetry} if the service rejects the arguments
 * @throws {ToolFailed} if it does not execute the call, or its body is not text
 * @throws {ServiceError} if it fails: Haft masks it for the model
 */
export function readResponse(response: ServiceResponse, operation: string): unknown {
  const { status } = response;
  if (status >= 200 && status < 300) return valueOf(response);
  const cause = new ServiceError(status, startOfBody(response), operation);
  const shown = ERRORS[status];
  if (shown === 'retry') throw new ModelRetry(retryText(cause), { cause });
  if (shown !== undefined) throw new ToolFailed(shown, { cause });
  if (status === 429) throw new ToolFailed(`The service has too many requests. ${waitText(response)}`, { cause });
  if (status >= 300 && status < 400)
    throw new ToolFailed('The service redirects this request, and redirects are not followed.', { cause });
  if (status >= 400 && status < 500)
    throw new ToolFailed(`The service does not accept this request (${String(status)}).`, { cause });
  throw cause;
}

const ERRORS: Readonly<Record<number, string>> = {
  400: 'retry',
  409: 'retry',
  422: 'retry',
  401: 'The service does not allow this.',
  403: 'The service does not allow this.',
  404: 'The service does not have this.',
};

function retryText({ status, body }: ServiceError): string {
  return `The service rejects this call (${String(status)})${body === '' ? '.' : `: ${body}`}`;
}

function waitText(response: ServiceResponse): string {
  const after = response.header('retry-after')?.trim() ?? '';
  const seconds = /^\d{1,7}$/.test(after) ? Number(after) : Math.ceil((Date.parse(after) - Date.now()) / 1000);
  return Number.isFinite(seconds) && seconds > 0 ? `Call again in ${String(seconds)} seconds.` : 'Call again later.';
}

function startOfBody(response: ServiceResponse): string {
  const media = mediaType(response.header('content-type'));
  if (response.body.length === 0 || !isText(media, response.body)) return '';
  // A character has at most four bytes.
  const start = response.body.subarray(0, 4 * LONGEST_ERROR);
  return partOfText(decodeText(media, start).trim(), 0, LONGEST_ERROR).text;
}

function valueOf(response: ServiceResponse): unknown {
  const { body } = response;
  const media = mediaType(response.header('content-type'));
  if (body.length === 0) return null;
  if (!isText(media, body)) throw new ToolFailed(`The service answered with ${media.type || 'bytes'}, not with text.`);
  const text = decodeText(media, body);
  return /^(application|text)\/([\w.-]+\+)?json$/.test(media.type) ? parsed(text) : text;
}

/** A name that could change what an object inherits, also in escapes. */
const UNSAFE_NAME = /__proto__|\\u005f/i;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, UNSAFE_NAME.test(text) ? withoutUnsafeName : undefined);
  } catch (cause) {
    throw new ToolFailed('The service answered with JSON that cannot be read.', { cause });
  }
}

function withoutUnsafeName(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}
