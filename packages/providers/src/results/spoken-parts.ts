import type { ContentPart } from '@haft/core';
import type { FinalOutcome } from './answered-calls.js';

/** A part of a result that is no text. */
export type MediaPart = Exclude<ContentPart, { readonly type: 'text' | 'resource' }>;

/** A text, or a part that a provider may have a form for. */
export type SpokenPart = { readonly type: 'text'; readonly text: string } | MediaPart;

/**
 * What a model is told of an outcome: the text alone, or the parts of a result that has some. Links are text everywhere, and empty texts,
 * which providers refuse, are left out.
 */
export function spokenParts(outcome: FinalOutcome): readonly SpokenPart[] {
  const parts = outcome.status === 'success' ? outcome.parts : undefined;
  const spoken = (parts ?? []).map(spokenPart).filter((part) => part.type !== 'text' || part.text !== '');
  return spoken.length === 0 ? [{ type: 'text', text: outcome.text }] : spoken;
}

function spokenPart(part: ContentPart): SpokenPart {
  if (part.type === 'resource') {
    const { uri, name } = part;
    return { type: 'text', text: name === undefined ? uri : `${name}: ${uri}` };
  }
  return part;
}
