import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
import { readBytes } from '../read-bytes.js';
import { decodeText, type TextEncoding } from '../text/encoding.js';
import { cutAt, linesOf } from '../text/text-lines.js';
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

/** Reads lines of a text file. */
export async function readText(
  workspace: Workspace,
  path: string,
  { offset, limit }: LineRange,
  run: RunContext<never>,
): Promise<FileSlice> {
  const place = workspace.findEntry(path);
  const { bytes } = await workspace.inFolder(place, { run }, (folder) => readBytes({ workspace, place, folder, run }));
  const decoded = decodeText(bytes);
  if (decoded === undefined) {
    const view = toolSentence(run, 'view', 'if you can see or hear it');
    throw new ToolFailed(`${place.path} is not a text file (${bytes.length} bytes).${view}`);
  }
  const all = linesOf(decoded.text);
  const first = offset < 0 ? Math.max(1, all.length + offset + 1) : Math.max(1, offset);
  if (first > Math.max(1, all.length)) {
    throw new ModelRetry(`${place.path} has only ${all.length} ${all.length === 1 ? 'line' : 'lines'}.`);
  }
  const { content, lines, isCut } = fitting(all.slice(first - 1, first - 1 + limit), workspace.options.maxCharacters);
  return {
    path: place.path,
    content,
    firstLine: first,
    lines,
    totalLines: all.length,
    truncated: isCut || first - 1 + lines < all.length,
    ...(decoded.encoding !== 'utf-8' && { encoding: decoded.encoding }),
  };
}

/** Returns the first lines that fit into a text of JSON, or the beginning of a longer line. */
function fitting(
  lines: readonly string[],
  most: number,
): { readonly content: string; readonly lines: number; readonly isCut: boolean } {
  const whole = lines.join('\n');
  if (JSON.stringify(whole).length <= most) return { content: whole, lines: lines.length, isCut: false };
  let left = most;
  for (const [index, line] of lines.entries()) {
    // Without its quotes, and with the line end as JSON writes it.
    left -= JSON.stringify(line).length;
    if (left >= 0) continue;
    if (index > 0) return { content: lines.slice(0, index).join('\n'), lines: index, isCut: true };
    return {
      content: cutAt(line, Math.max(1, Math.floor((most * line.length) / (most - left)))),
      lines: 1,
      isCut: true,
    };
  }
  return { content: lines.join('\n'), lines: lines.length, isCut: false };
}
