import { isBase64 } from '@haft/schema';

/** The bytes of a base64 text, or undefined when it is none. */
export function toBuffer(text: string): Buffer | undefined {
  return isBase64(text) ? Buffer.from(text, 'base64') : undefined;
}

/** The bytes of a base64 text, in memory of their own, or undefined when it is none. */
export function toUint8Array(text: string): Uint8Array | undefined {
  const buffer = toBuffer(text);
  return buffer === undefined ? undefined : new Uint8Array(buffer);
}
