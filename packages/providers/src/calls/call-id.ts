import { hashOf } from '@haft/core';

/** The start of ids that no provider knows. */
const MADE = 'made_';

/**
 * Returns an id for a call without one, or with a duplicate one. It is unique in the conversation,
 * also if it continues in another process.
 *
 * @param place - the turn of the call and its place there, so that the same reply gets the same ids
 *   again. Default: the id is random.
 */
export function makeCallId(place?: readonly [turn: string, place: number]): string {
  return MADE + (place === undefined ? crypto.randomUUID().replaceAll('-', '') : hashOf(place).slice(0, 32));
}

/** Returns whether a call came without an id. Then its provider matches results by their order. */
export function isMadeId(id: string): boolean {
  return id.startsWith(MADE);
}
