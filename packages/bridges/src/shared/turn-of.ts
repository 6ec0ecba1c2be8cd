/** Ids of messages of providers have at least 20 characters. */
const SHORTEST = 16;

/**
 * Returns the turn of a call from the id of its message. None if there is no id, or if it is short:
 * some servers number their replies, such as `chatcmpl-17`, and begin again.
 */
export function turnOf(messageId: unknown): { readonly turn?: string } {
  return typeof messageId === 'string' && messageId.length >= SHORTEST ? { turn: messageId } : {};
}
