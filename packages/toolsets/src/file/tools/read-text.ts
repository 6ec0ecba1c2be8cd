import { ModelRetry, ToolFailed, ToolResult, type RunContext } from '@haft/core';
import { readBytes } from '../read-bytes.js';
import { decodeText, type TextEncoding } from '../text/encoding.js';
import { cutAt, lineStarts, textOfLines } from '../text/text-lines.js';
import { toolSentence } from '../text/tool-sentence.js';
import type { Workspace } from '../workspace.js';

/** Some lines of a text file. */
export interface FileSlice {
  path: string;
  content: string;
  /** Number of the first line, from 1. */
  firstLine: number;
  /** Number of lines in content. */
  lines: number;
  /** Number of lines in the file. */
  totalLines: number;
  /** Whether there are more lines, or more of the line. */
  truncated: boolean;
  /** Encoding of the file, unless it is UTF-8. */
  encoding?: TextEncoding;
}

/** Which part of a file is read. */
export interface LineRange {
  /** First line, from 1. A negative number counts from the end. */
  readonly offset: number;
  readonly limit: number;
}

/** Reads lines of a text file. Writes the text for the model itself, to know its length. */
export async function readText(
  workspace: Workspace,
  path: string,
  { offset, limit }: LineRange,
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
  const lines = Math.min(limit, total - first + 1);
  const whole: FileSlice = {
    path: place.path,
    content: textOfLines(decoded.text, starts, first - 1, lines),
    firstLine: first,
    lines,
    totalLines: total,
    truncated: first - 1 + lines < total,
    ...(decoded.encoding !== 'utf-8' && { encoding: decoded.encoding }),
  };
  return written(whole, workspace.options.maxCharacters);
}

/** Returns a result whose content takes at most so many characters of JSON. */
function written(whole: FileSlice, most: number): ToolResult<FileSlice> {
  const content = JSON.stringify(whole);
  const others = JSON.stringify({ ...whole, content: '' }).length - '""'.length;
  if (content.length - others <= most) return new ToolResult({ value: whole, content });
  const value = { ...whole, ...beginningOf(whole.content.split('\n'), most), truncated: true };
  return new ToolResult({ value, content: JSON.stringify(value) });
}

/** Returns the first lines that fit into a text of JSON, or the beginning of a longer line. */
function beginningOf(lines: readonly string[], most: number): Pick<FileSlice, 'content' | 'lines'> {
  let left = most;
  for (const [index, line] of lines.entries()) {
    // Without its quotes, and with the line end as JSON writes it.
    left -= JSON.stringify(line).length;
    if (left >= 0) continue;
    if (index > 0) return { content: lines.slice(0, index).join('\n'), lines: index };
    return { content: cutAt(line, Math.max(1, Math.floor((most * line.length) / (most - left)))), lines: 1 };
  }
  return { content: lines.join('\n'), lines: lines.length };
}
