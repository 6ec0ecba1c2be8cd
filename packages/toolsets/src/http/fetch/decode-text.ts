import { decodeBytes } from '../../decode-bytes.js';

/** Media types of text that do not begin with `text/`. */
const TEXT_TYPES =
  /^application\/(?:(?:[\w.-]+\+)?(?:json|xml|yaml)|javascript|ecmascript|x-www-form-urlencoded|x-ndjson|jsonl|toml|sql|x-yaml)$/;

/** A media type with its charset. */
export interface MediaType {
  /** In lower case, without parameters. Empty if the response does not say it. */
  readonly type: string;
  readonly charset: string | undefined;
}

/** Reads the header `content-type`. */
export function mediaType(header: string | undefined): MediaType {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const charset = parameters
    .map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1])
    .find((one) => one !== undefined);
  return { type: type.trim().toLowerCase(), charset };
}

/**
 * Returns whether a body is text. Without a media type, a body without NUL bytes at its start is
 * text.
 */
export function isText({ type }: MediaType, body: Buffer): boolean {
  if (type === '' || type === 'application/octet-stream') return !body.subarray(0, 1024).includes(0);
  return type.startsWith('text/') || TEXT_TYPES.test(type);
}

/** Returns whether a body is HTML. */
export function isHtml({ type }: MediaType): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml';
}

/** Decodes a body: by its charset, then what HTML declares, then as UTF-8. */
export function decodeText(media: MediaType, body: Buffer): string {
  const charset = media.charset ?? (isHtml(media) ? htmlCharset(body) : undefined) ?? 'utf-8';
  try {
    return decodeBytes(new TextDecoder(charset), body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** Browsers look for the declaration in the first 1,024 bytes (HTML, section 13.2.3.2). */
function htmlCharset(body: Buffer): string | undefined {
  return /<meta[^>]{1,200}charset\s*=\s*["']?([\w-]+)/i.exec(body.toString('latin1', 0, 1024))?.[1];
}
