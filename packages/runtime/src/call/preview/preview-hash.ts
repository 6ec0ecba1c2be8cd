import { hashOf, type Preview } from '@haft/core';

/** Returns the SHA-256 of a preview. Undefined for another value. */
export function previewHash(preview: Partial<Preview> | undefined): string | undefined {
  if (typeof preview?.text !== 'string') return undefined;
  return hashOf([preview.text, preview.data ?? null]);
}
