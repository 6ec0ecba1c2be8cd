import { ModelRetry, ToolFailed, ToolResult, type RunContext } from '@haft/core';
import { readBytes } from '../read-bytes.js';
import { decodeText, type TextEncoding } from '../text/encoding.js';
import { splitRange, type LineRange } from '../text/line-range.js';
import { readsText, type ReadPart } from '../text/reads-text.js';
import { lineStarts, textOfLines } from '../text/text-lines.js';
import { toolSentence } from '../text/tool-sentence.js';
import { filesAt } from '../tree/files-at.js';
import type { Place, Workspace } from '../workspace.js';

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

/** A path that could not be read. */
export interface FailedRead {
  path: string;
  problem: string;
}

/** Text files that were read. */
export interface ReadFiles {
  /** In the order of the paths. */
  files: FileSlice[];
  /** The other paths. Missing if all were read. */
  failed?: FailedRead[];
}

/** Paths that one call reads. */
const MOST_PATHS = 100;

/**
 * Reads files, or lines of them. The value has all lines, the text what a model can read.
 *
 * @throws {ModelRetry | ToolFailed} if no path can be read, or the files are too large together
 */
export async function readTexts(
  workspace: Workspace,
  { paths, lineNumbers }: { readonly paths: readonly string[]; readonly lineNumbers: boolean },
  run: RunContext<never>,
): Promise<ToolResult<ReadFiles>> {
  if (paths.length === 0) throw new ModelRetry('Name at least one path.');
  if (paths.length > MOST_PATHS) throw new ModelRetry(`Name at most ${MOST_PATHS} paths, or use a pattern.`);
  const parts: ReadPart[] = [];
  const problems: (ModelRetry | ToolFailed)[] = [];
  const { maxFileBytes, maxCharacters } = workspace.options;
  let left = maxFileBytes;
  const attempt = async <Result>(path: string, read: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ModelRetry || error instanceof ToolFailed)) throw error;
      problems.push(error);
      parts.push({ path, problem: error.message });
      return undefined;
    }
  };
  for (const asked of paths) {
    const split = splitRange(asked);
    const isName = split.range !== undefined && workspace.exists(asked, run);
    const { path, range } = isName ? { path: asked, range: undefined } : split;
    for (const place of (await attempt(asked, () => filesAt(workspace, path, run))) ?? []) {
      const slice = await attempt(place.path, () => readText(workspace, { place, range }, run));
      if (slice === undefined) continue;
      left -= slice.content.length;
      if (left < 0) throw new ToolFailed(`The files have over ${maxFileBytes} characters. Read fewer at once.`);
      parts.push({ slice, isRange: range !== undefined });
    }
  }
  const files = parts.flatMap((part) => ('slice' in part ? [part.slice] : []));
  if (files.length === 0) throw errorOf(problems);
  const failed = parts.flatMap((part) => ('problem' in part ? [part] : []));
  const content = readsText(parts, { characters: maxCharacters, lineNumbers });
  return new ToolResult({ value: { files, ...(failed.length > 0 && { failed }) }, content });
}

/** Returns a single error as it is. If the model can correct one of several, it is a retry. */
function errorOf(problems: readonly (ModelRetry | ToolFailed)[]): Error {
  const [only] = problems;
  if (only !== undefined && problems.length === 1) return only;
  const text = problems.map(({ message }) => message).join('\n');
  return problems.some((one) => one instanceof ModelRetry) ? new ModelRetry(text) : new ToolFailed(text);
}

async function readText(
  workspace: Workspace,
  { place, range = { first: 1, last: Infinity } }: { readonly place: Place; readonly range: LineRange | undefined },
  run: RunContext<never>,
): Promise<FileSlice> {
  const { bytes } = await workspace.inFolder(place, { run }, (folder) => readBytes({ workspace, place, folder, run }));
  const decoded = decodeText(bytes);
  if (decoded === undefined) {
    const view = toolSentence(run, 'view', 'if you can see or hear it');
    throw new ToolFailed(`${place.path} is not a text file (${bytes.length} bytes).${view}`);
  }
  const starts = lineStarts(decoded.text);
  const total = starts.length;
  const first = range.first < 0 ? Math.max(1, total + range.first + 1) : Math.max(1, range.first);
  if (first > Math.max(1, total)) {
    throw new ModelRetry(`${place.path} has only ${total} ${total === 1 ? 'line' : 'lines'}.`);
  }
  if (range.last < first) throw new ModelRetry(`The lines ${range.first}-${range.last} end before they begin.`);
  const lines = Math.min(range.last, total) - first + 1;
  return {
    path: place.path,
    content: textOfLines(decoded.text, starts, first - 1, lines),
    firstLine: first,
    lines,
    totalLines: total,
    truncated: first - 1 + lines < total,
    ...(decoded.encoding !== 'utf-8' && { encoding: decoded.encoding }),
  };
}
