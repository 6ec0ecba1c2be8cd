import { acceptArguments, type ArgumentCheck } from '@haft/runtime/feedback';
import type { JsonValue } from '@haft/schema';
import type { IdentifiedCall } from '../model-turn.js';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, JsonValue>>;

/** The arguments of a call as they stand in a history. Of a call that was cut off, none: a part would be taken for the whole. */
export function replayedCallArguments({ arguments: sent, truncated }: IdentifiedCall): JsonObject {
  return truncated === true ? {} : replayedArguments(sent);
}

/**
 * Arguments as they stand in a history: always an object, since broken ones make later requests fail (vercel/ai#14442). Text that can be
 * read as an object is, mended where needed; rubbish is `{}`.
 */
export function replayedArguments(sent: unknown): JsonObject {
  const accepted = acceptArguments(ANY_OBJECT, sent);
  return accepted.refusal === undefined ? accepted.wire : {};
}

/** The same as JSON text: the very text that was sent, when that is one object. */
export function replayedText(call: IdentifiedCall): string {
  const { arguments: sent } = call;
  if (typeof sent === 'string' && call.truncated !== true && isObjectText(sent)) return sent;
  return JSON.stringify(replayedCallArguments(call));
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Takes every object as it is. Nothing is executed with what it accepts. */
const ANY_OBJECT: ArgumentCheck = {
  read: (args) => (typeof args === 'object' && args !== null && !Array.isArray(args) ? args : undefined),
  schema: () => ({ type: 'object' }),
  example: () => ({}),
  open: true,
  sensitive: [],
  readOnly: true,
};
