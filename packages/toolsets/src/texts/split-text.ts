/** Sizes of chunks, in characters. */
export interface ChunkSizes {
  /** Most characters of a chunk. */
  readonly size: number;
  /** Most characters at the end of a chunk that the next one repeats. */
  readonly overlap: number;
}

/** A part of a text. */
export interface TextPart {
  /** Its first character in the text. */
  readonly start: number;
  readonly text: string;
}

/**
 * Splits a text where a reader would: between paragraphs, else between lines, sentences, words. A
 * chunk repeats the end of the one before it, from the start of a sentence or word. Every character
 * but white space between chunks is in a chunk. Takes time in proportion to the length of the text.
 */
export function splitText(text: string, { size, overlap }: ChunkSizes): readonly TextPart[] {
  const parts: TextPart[] = [];
  let start = skipSpace(text, 0);
  while (start < text.length) {
    const end = text.length - start <= size ? text.length : endOf(text, start, size);
    parts.push({ start, text: text.slice(start, end).trimEnd() });
    if (end >= text.length) break;
    const next = repeatedFrom(text, end, Math.min(overlap, (end - start) >> 1));
    start = skipSpace(text, Math.max(next, start + 1));
  }
  return parts;
}

/** Returns the best place to end, in the second half of the chunk. */
function endOf(text: string, start: number, size: number): number {
  const part = text.slice(start, start + size);
  const least = size >> 1;
  for (const boundary of BOUNDARIES) {
    let found = 0;
    for (const match of part.slice(least).matchAll(boundary)) found = least + match.index + match[0].length;
    if (found > 0) return start + found;
  }
  return start + wholeCharacters(part);
}

/** Returns where the repeated end of a chunk begins: at a sentence, else at a word. */
function repeatedFrom(text: string, end: number, overlap: number): number {
  const tail = text.slice(end - overlap, end);
  for (const boundary of [/[.!?]\s+/g, /\s+/g]) {
    for (const match of tail.matchAll(boundary)) {
      const at = end - overlap + match.index + match[0].length;
      if (at < end) return at;
    }
  }
  return end;
}

/** Returns the length of a part without half of a surrogate pair at its end. */
function wholeCharacters(part: string): number {
  const last = part.charCodeAt(part.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? part.length - 1 : part.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return at;
}

/** From the best place to end to the worst. */
const BOUNDARIES = [/\n\s*\n/g, /\n/g, /[.!?。！？]["')\]]*\s+|[。！？]/g, /\s+/g];
