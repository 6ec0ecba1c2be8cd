import type { SuccessOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { wellFormedJson } from '@haft/schema/internal';

/**
 * Returns a result as data if it is data: JSON inside a JSON text costs a model a third more
 * tokens. Uses the text, which was shortened and redacted. Not with a property `$ref`: Gemini reads
 * it as a reference to media and rejects the request (vercel/ai#14369).
 */
export function plainOutput({ text, value }: SuccessOutcome): JsonValue {
  if (typeof value === 'string') return text;
  const data = parsed(text);
  return data === undefined || hasReference(data) ? text : data;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(wellFormedJson(text)) as JsonValue;
  } catch {
    return undefined;
  }
}

function hasReference(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, one]: [string, JsonValue]) => key === '$ref' || hasReference(one));
}
