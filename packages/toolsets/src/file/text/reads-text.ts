import { headingMark } from '../../readable/heading-mark.js';
import { oneLine } from '../../readable/one-line.js';
import type { FailedRead, FileSlice } from '../tools/read-text.js';
import { shownLines, type ShownLines } from './shown-lines.js';

/** A file that was read, or a path that could not be read. */
export type ReadPart = { readonly slice: FileSlice; readonly isRange: boolean } | FailedRead;

/** Lines of a file that a model reads if it asks for no lines. */
const USUAL_LINES = 2_000;

/** Writes the lines of each file below a heading with the facts that the lines do not show. */
export function readsText(
  parts: readonly ReadPart[],
  { characters, lineNumbers }: { readonly characters: number; readonly lineNumbers: boolean },
): string {
  const contents = parts.flatMap((part) => ('slice' in part ? [part.slice.content] : []));
  const mark = parts.length === 1 ? '' : `${headingMark(contents)} `;
  let left = characters;
  const blocks = parts.map((part) => {
    if ('problem' in part) return `${mark}${oneLine(part.problem)}\n`;
    const { slice, isRange } = part;
    const most = { lines: isRange ? Infinity : USUAL_LINES, characters: left };
    if (left <= 0) return `${mark}${oneLine(slice.path)} is not shown. Read it in another call.\n`;
    const shown = shownLines(slice.content, { most, first: slice.firstLine, lineNumbers });
    left -= shown.text.length;
    const text = shown.text === '' || shown.text.endsWith('\n') || mark === '' ? shown.text : `${shown.text}\n`;
    const heading = `${mark}${headingOf(slice, shown)}`;
    return text === '' && mark === '' ? heading : `${heading}\n${text}`;
  });
  return blocks.join('');
}

function headingOf(slice: FileSlice, shown: ShownLines): string {
  const { path, content, firstLine, lines, totalLines, encoding } = slice;
  const name = oneLine(path);
  if (totalLines === 0) return `${name} is empty.`;
  const last = firstLine + shown.lines - 1;
  const isEnd = last === totalLines && shown.cutLine === undefined;
  const facts = [
    `${name}, ${rangeOf(firstLine, last, totalLines)}`,
    ...(shown.cutLine === undefined
      ? []
      : [`its first ${shown.cutLine.shown} of ${shown.cutLine.characters} characters`]),
    ...(encoding === undefined ? [] : [encoding]),
    ...(content.includes('\r\n') ? ['CRLF line ends'] : []),
    ...(isEnd && !content.endsWith('\n') ? ['no line end at the end'] : []),
  ];
  const next = shown.lines < lines ? `. Continue with ${name}:${last + 1}-` : ':';
  return `${facts.join(', ')}${next}`;
}

function rangeOf(first: number, last: number, total: number): string {
  if (first === 1 && last === total) return total === 1 ? '1 line' : `${total} lines`;
  return first === last ? `line ${first} of ${total}` : `lines ${first} to ${last} of ${total}`;
}
