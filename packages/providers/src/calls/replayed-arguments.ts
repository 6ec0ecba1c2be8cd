import { parseArguments, type ArgumentCheck } from '@haft/runtime/feedback';
import type { JsonValue } from '@haft/schema';
import { isObject, wellFormedJson } from '@haft/schema/internal';
import type { IdentifiedCall } from '../model-turn.js';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, JsonValue>>;

/**
 * Returns the arguments of a call for a history. A call that was cut off has none, because a part
 * would look complete.
 */
export function replayedCallArguments({ arguments: sent, truncated }: IdentifiedCall): JsonObject {
  return truncated === true ? {} : replayedArguments(sent);
}

/**
 * Returns arguments for a history. They are always an object, because broken ones make later
 * requests fail (vercel/ai#14442). Text is parsed as an object, with repairs if needed. Everything
 * else becomes `{}`. Halves of surrogate pairs are replaced, because providers reject them.
 */
export function replayedArguments(sent: unknown): JsonObject {
  const accepted = parseArguments(ANY_OBJECT, sent);
  if (accepted.refusal !== undefined) return {};
  const text = JSON.stringify(accepted.wire);
  const wellFormed = wellFormedJson(text);
  return wellFormed === text ? accepted.wire : (JSON.parse(wellFormed) as JsonObject);
}

/** Returns arguments for a history as JSON text: the original text, if it is one object. */
export function replayedText(call: IdentifiedCall): string {
  const { arguments: sent } = call;
  if (typeof sent === 'string' && call.truncated !== true && isObjectText(sent)) return wellFormedJson(sent);
  return JSON.stringify(replayedCallArguments(call));
}

function isObjectText(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Accepts every object unchanged. Its result is never executed. */
const ANY_OBJECT: ArgumentCheck = {
  read: (args) => (typeof args === 'object' && args !== null && !Array.isArray(args) ? args : undefined),
  schema: () => ({ type: 'object' }),
  example: () => ({}),
  open: true,
  sensitive: [],
  readOnly: true,
};
