import type { MediaPart } from './spoken-parts.js';

/** Returns a part as a URL that contains its data. */
export function dataUrl({ mediaType, data }: MediaPart): string {
  return `data:${mediaType};base64,${data}`;
}
