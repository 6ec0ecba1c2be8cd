import type { MediaPart } from './spoken-parts.js';

/** A part as a URL that has its data in it. */
export function dataUrl({ mediaType, data }: MediaPart): string {
  return `data:${mediaType};base64,${data}`;
}
