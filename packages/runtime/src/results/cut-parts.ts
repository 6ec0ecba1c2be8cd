import type { ContentPart } from '@haft/core';
import { cutWithNote } from '@haft/core/internal';

/**
 * Cuts the texts of parts to `limit` characters in total, and notes each cut. Does not cut media:
 * half an image is useless.
 */
export function cutParts(parts: readonly ContentPart[], limit: number): readonly ContentPart[] {
  const total = parts.reduce((sum, part) => (part.type === 'text' ? sum + part.text.length : sum), 0);
  if (total <= limit) return parts;
  let left = limit;
  return parts.map((part) => {
    if (part.type !== 'text') return part;
    const text = cutWithNote(part.text, left);
    left = Math.max(0, left - part.text.length);
    return { ...part, text };
  });
}
