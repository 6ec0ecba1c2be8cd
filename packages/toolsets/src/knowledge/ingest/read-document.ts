import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { HttpOptions } from '../../http/http-options.js';

/** How files are read. */
export interface DocumentReader {
  /** Largest file, in bytes. */
  readonly maxBytes: number;
  /** Reads HTML. */
  readonly http?: HttpOptions | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The text of a file. */
export interface ReadDocument {
  readonly text: string;
  /** The first heading of Markdown. Empty if there is none. */
  readonly title: string;
}

/** A file that cannot be added. The message is the reason. */
export class UnreadableDocument extends Error {}

/**
 * Reads a text file. Opens it once, without following a link, so that a file that another program
 * exchanges meanwhile cannot be a device or a file elsewhere.
 *
 * @throws {UnreadableDocument} if it is not a text, or too large
 */
export async function readDocument(path: string, { maxBytes, http, signal }: DocumentReader): Promise<ReadDocument> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  let bytes: Buffer;
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new UnreadableDocument('not a file');
    if (info.size > maxBytes) throw new UnreadableDocument(`larger than ${String(maxBytes)} bytes`);
    bytes = await file.readFile({ signal });
  } finally {
    await file.close();
  }
  if (bytes.length > maxBytes) throw new UnreadableDocument(`larger than ${String(maxBytes)} bytes`);
  const text = decode(bytes);
  const type = extname(path).toLowerCase();
  if (type === '.html' || type === '.htm') return { text: await withoutTags(text, http, signal), title: '' };
  return { text, title: type === '.md' ? (/^#\s+(.{1,300})$/m.exec(text)?.[1]?.trim() ?? '') : '' };
}

function decode(bytes: Buffer): string {
  if (bytes.subarray(0, 8_192).includes(0)) throw new UnreadableDocument('not a text');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableDocument('not a text in UTF-8');
  }
}

function withoutTags(html: string, http: HttpOptions | undefined, signal: AbortSignal | undefined): Promise<string> {
  if (http === undefined) throw new UnreadableDocument('HTML needs the setting `http`');
  return http.worker.run<'convert'>(
    { kind: 'convert', html, format: 'markdown' },
    signal ?? new AbortController().signal,
  );
}
