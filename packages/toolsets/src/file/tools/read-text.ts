import { ModelRetry, ToolFailed, ToolResult, type RunContext } from '@haft/core';
import { readBytes } from '../read-bytes.js';
import { decodeText, type TextEncoding } from '../text/encoding.js';
import { shownLines } from '../text/shown-lines.js';
import { lineStarts, textOfLines } from '../text/text-lines.js';
import { toolSentence } from '../text/tool-sentence.js';
import { oneLine } from '../../readable/one-line.js';
import type { Workspace } from '../workspace.js';

/** Some lines of a text file. */
export interface FileSlice {
  path: string;
  /** The lines with their ends, exactly as in the file. */
  content: string;
  /** Number of the first line, from 1. */
  firstLine: number;
  /** Number of lines in content. */
  lines: number;
  /** Number of lines in the file. */
  totalLines: number;
  /** Whether the file has lines after these. */
  truncated: boolean;
  /** Encoding of the file, unless it is UTF-8. */
  encoding?: TextEncoding;
}

/** Which part of a file is read. */
export interface LineRange {
  /** First line, from 1. A negative number counts from the end. */
  readonly offset: number;
  /** Undefined: all lines. */
  readonly limit: number | undefined;
  /** Whether the text for the model has the number of each line. */
  readonly lineNumbers: boolean;
}

/** Reads lines of a text file. The value has all lines, the text what a model can read. */
export async function readText(
  workspace: Workspace,
  path: string,
  { offset, limit, lineNumbers }: LineRange,
  run: RunContext<never>,
): Promise<ToolResult<FileSlice>> {
  const place = workspace.findEntry(path);
  const { bytes } = await workspace.inFolder(place, { run }, (folder) => readBytes({ workspace, place, folder, run }));
  const decoded = decodeText(bytes);
  if (decoded === undefined) {
    const view = toolSentence(run, 'view', 'if you can see or hear it');
    throw new ToolFailed(`${place.path} is not a text file (${bytes.length} bytes).${view}`);
  }
  const starts = lineStarts(decoded.text);
  const total = starts.length;
  const first = offset < 0 ? Math.max(1, total + offset + 1) : Math.max(1, offset);
  if (first > Math.max(1, total)) {
    throw new ModelRetry(`${place.path} has only ${total} ${total === 1 ? 'line' : 'lines'}.`);
  }
  const lines = Math.min(limit ?? total, total - first + 1);
  const value: FileSlice = {
    path: place.path,
    content: textOfLines(decoded.text, starts, first - 1, lines),
    firstLine: first,
    lines,
    totalLines: total,
    truncated: first - 1 + lines < total,
    ...(decoded.encoding !== 'utf-8' && { encoding: decoded.encoding }),
  };
  const most = { lines: limit ?? USUAL_LINES, characters: workspace.options.maxCharacters };
  return new ToolResult({ value, content: textFor(value, shownLines(value.content, { most, first, lineNumbers })) });
}

/** Lines that a model reads if it asks for no number. */
const USUAL_LINES = 2_000;

/** Writes a heading with the facts that the lines do not show, then the lines. */
function textFor(slice: FileSlice, shown: ReturnType<typeof shownLines>): string {
  const { path, content, firstLine, totalLines, encoding } = slice;
  if (totalLines === 0) return `${oneLine(path)} is empty.`;
  const last = firstLine + shown.lines - 1;
  const isEnd = last === totalLines && shown.cutLine === undefined;
  const facts = [
    `${oneLine(path)}, ${rangeOf(firstLine, last, totalLines)}`,
    ...(shown.cutLine === undefined
      ? []
      : [`its first ${shown.cutLine.shown} of ${shown.cutLine.characters} characters`]),
    ...(encoding === undefined ? [] : [encoding]),
    ...(content.includes('\r\n') ? ['CRLF line ends'] : []),
    ...(isEnd && !content.endsWith('\n') ? ['no line end at the end'] : []),
  ];
  const next = last < totalLines ? `. Continue with offset ${last + 1}.` : ':';
  return `${facts.join(', ')}${next}\n${shown.text}`;
}

function rangeOf(first: number, last: number, total: number): string {
  if (first === 1 && last === total) return total === 1 ? '1 line' : `${total} lines`;
  return first === last ? `line ${first} of ${total}` : `lines ${first} to ${last} of ${total}`;
}
