import { fullText } from './reply-reader.js';

/** Ids of providers have at least 20 characters. */
const SHORTEST = 16;

/**
 * Returns the id of a reply, which names the turn of its calls. Undefined if there is none, or if
 * it is short: some servers number their replies, such as `chatcmpl-17`, and begin again.
 */
export function turnId(id: unknown): string | undefined {
  const text = fullText(id);
  return text === undefined || text.length < SHORTEST ? undefined : text;
}
