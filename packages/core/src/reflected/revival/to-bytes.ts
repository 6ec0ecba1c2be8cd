import { isBase64 } from '@haft/schema/formats';

/** Returns the bytes of a base64 text, or undefined if the text is invalid. */
export function toBuffer(text: string): Buffer | undefined {
  return isBase64(text) ? Buffer.from(text, 'base64') : undefined;
}

/** Returns the bytes of a base64 text in separate memory, or undefined if the text is invalid. */
export function toUint8Array(text: string): Uint8Array | undefined {
  const buffer = toBuffer(text);
  return buffer === undefined ? undefined : new Uint8Array(buffer);
}
