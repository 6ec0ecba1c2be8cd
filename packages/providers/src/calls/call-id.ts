/** The start of ids that no provider knows. */
const MADE = 'made_';

/**
 * Returns an id for a call without one, or with a duplicate one. It is unique in the conversation,
 * also if it continues in another process.
 */
export function makeCallId(): string {
  return MADE + crypto.randomUUID().replaceAll('-', '');
}

/** Returns whether a call came without an id. Then its provider matches results by their order. */
export function isMadeId(id: string): boolean {
  return id.startsWith(MADE);
}
