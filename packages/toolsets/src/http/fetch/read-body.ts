import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ToolFailed } from '@haft/core';
import { discard } from './discard.js';
import { errorCode } from './error-code.js';

/** The content encodings that a request accepts. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/** A body on its way. */
export interface IncomingBody {
  readonly stream: Readable;
  /** The header `content-encoding`. */
  readonly encoding: string | undefined;
  readonly url: URL;
}

/**
 * Reads a body and undoes its content encoding. One encoding at most: a chain of them can grow a
 * small body without bound.
 *
 * @param maxBytes - longest body after decompression
 * @throws {ToolFailed} if the body is longer, or its encoding is unknown or broken
 */
export async function readBody({ stream, encoding, url }: IncomingBody, maxBytes: number): Promise<Buffer> {
  const decoded = decode(stream, encoding, url);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of decoded as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new ToolFailed(`The response of ${url.href} is larger than ${String(maxBytes)} bytes.`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (errorCode(error)?.startsWith('Z_') === true)
      throw new ToolFailed(`The response of ${url.href} cannot be decompressed.`);
    throw error;
  } finally {
    discard(stream);
  }
  return Buffer.concat(chunks);
}

function decode(stream: Readable, encoding: string | undefined, url: URL): Readable {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return stream;
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name]?.() : undefined;
  if (decoder === undefined) {
    discard(stream);
    throw new ToolFailed(`The response of ${url.href} has an encoding that cannot be read.`);
  }
  stream.on('error', (error) => decoder.destroy(error));
  return stream.pipe(decoder);
}
