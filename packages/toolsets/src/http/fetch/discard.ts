import type { Readable } from 'node:stream';

/** Ends a stream that is not needed. Its error says that it was ended. */
export function discard(stream: Readable): void {
  stream.on('error', () => undefined);
  stream.destroy();
}
