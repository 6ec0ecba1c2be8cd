import type { ContentPart } from '@haft/core';
import type { FinalOutcome } from './answered-calls.js';

/** A part of a result that is not text. */
export type MediaPart = Exclude<ContentPart, { readonly type: 'text' | 'resource' }>;

/** A text, or a part for which a provider may have a form. */
export type SpokenPart = { readonly type: 'text'; readonly text: string } | MediaPart;

/**
 * Returns the parts of an outcome for a model: its text, or the parts of a result. Links become
 * text, and blank texts, which providers reject, are left out.
 */
export function spokenParts(outcome: FinalOutcome): readonly SpokenPart[] {
  const parts = outcome.status === 'success' ? outcome.parts : undefined;
  const spoken = (parts ?? []).map(spokenPart).filter((part) => part.type !== 'text' || part.text.trim() !== '');
  return spoken.length === 0 ? [{ type: 'text', text: outcome.text }] : spoken;
}

function spokenPart(part: ContentPart): SpokenPart {
  if (part.type === 'text') return { ...part, text: part.text.toWellFormed() };
  if (part.type !== 'resource') {
    return part.type === 'file' && part.name !== undefined ? { ...part, name: part.name.toWellFormed() } : part;
  }
  const { uri, name } = part;
  return { type: 'text', text: (name === undefined ? uri : `${name}: ${uri}`).toWellFormed() };
}
