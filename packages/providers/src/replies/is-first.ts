import type { Fields, ReplyReader } from './reply-reader.js';

/**
 * Returns whether an alternative of a chunk is the first one, which counts. If a server omits the
 * index, the position in the chunk gives it. Some servers send the index as text.
 *
 * @param position - the position in the list of the chunk
 */
export function isFirst({ index }: Fields, position: number, reader: ReplyReader): boolean {
  const place = typeof index === 'string' ? Number(index) : (index ?? position);
  if (typeof place !== 'number' || Number.isNaN(place)) return reader.fail('index', 'a number', index);
  return place === 0;
}
