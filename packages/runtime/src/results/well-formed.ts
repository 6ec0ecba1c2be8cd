import type { ContentPart, ToolOutcome } from '@haft/core';

/**
 * Returns an outcome whose texts have no half of a surrogate pair, which providers reject in this
 * and all later requests. The value stays as it is.
 */
export function wellFormed<Outcome extends ToolOutcome>(outcome: Outcome): Outcome {
  const parts = 'parts' in outcome ? outcome.parts : undefined;
  if (outcome.text.isWellFormed() && (parts === undefined || parts.every(isPartWellFormed))) return outcome;
  // The cause of a failure is not enumerable.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(outcome)) as Outcome;
  const shown = parts === undefined ? {} : { parts: parts.map(wellFormedPart) };
  for (const [name, value] of Object.entries({ text: outcome.text.toWellFormed(), ...shown }))
    Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

function isPartWellFormed(part: ContentPart): boolean {
  return wellFormedPart(part) === part;
}

function wellFormedPart(part: ContentPart): ContentPart {
  const texts = Object.entries(part).filter(([, one]) => typeof one === 'string' && !one.isWellFormed());
  if (texts.length === 0) return part;
  return { ...part, ...Object.fromEntries(texts.map(([name, one]) => [name, one.toWellFormed()])) };
}
