/**
 * Decodes bytes in two pieces: Node 20 decodes Windows-1252 as ISO-8859-1 if it gets all at once.
 *
 * @throws {TypeError} if the decoder is fatal and the bytes are invalid
 */
export function decodeBytes(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
