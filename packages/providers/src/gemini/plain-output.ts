import type { SuccessOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';

/**
 * A result as data where it is data, since JSON inside of a JSON text costs a model a third more tokens. Made of the text, which was cut and
 * redacted. Not with a property `$ref`: Gemini takes it for a reference to media and refuses the request (vercel/ai#14369).
 */
export function plainOutput({ text, value }: SuccessOutcome): JsonValue {
  if (typeof value === 'string') return text;
  const data = parsed(text);
  return data === undefined || hasReference(data) ? text : data;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function hasReference(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, one]: [string, JsonValue]) => key === '$ref' || hasReference(one));
}
