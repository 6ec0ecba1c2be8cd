import type { Stats } from 'node:fs';
import { ModelRetry, ToolFailed, ToolResult, type RunContext } from '@haft/core';
import { readBytes, type FileSource } from '../read-bytes.js';
import { editedText, editsText, similarLines, type EditTexts } from '../text/edits-text.js';
import { decodeText, encodedSize, encodeText, type DecodedText } from '../text/encoding.js';
import { placesInFile, placesOfEdits, type EditPlace, type NamedEdit, type TextEdit } from '../text/find-places.js';
import { replaceIn, unifiedDiff } from '../text/unified-diff.js';
import { filesAt, meantPath } from '../tree/files-at.js';
import type { Place, Workspace } from '../workspace.js';
import { writeBytes } from '../write-bytes.js';
import { replaceFiles } from '../replace-files.js';
import { spendBytes } from '../write-quota.js';
import { cannotEncode, requireSize, requireWritable } from './write-text.js';

/** A file that was edited. */
export interface EditedFile {
  path: string;
  replacements: number;
  /** The change as a unified diff. */
  diff: string;
}

/** The files that an edit changed. */
export interface EditedFiles {
  /** Sorted by path. */
  files: EditedFile[];
  /** In all files. */
  replacements: number;
}

/** Edits that one call makes. */
const MOST_EDITS = 100;

/** Which texts are replaced, and where. */
export interface EditRequest {
  /** A file, or a pattern. */
  readonly path: string;
  readonly edits: readonly TextEdit[];
}

/**
 * Replaces texts in a file, or in all files of a pattern, all or none. Each is a text of a file
 * before the call. Encoding and line ends stay as they are.
 */
export async function editText(
  workspace: Workspace,
  { path, edits: asked }: EditRequest,
  run: RunContext<never>,
): Promise<ToolResult<EditedFiles>> {
  const edits = namedEdits(asked);
  const { pattern } = meantPath(workspace, path, run);
  if (pattern !== undefined) return editAll(workspace, { path, edits }, run);
  const place = workspace.findToChange(path);
  return workspace.inFolder(place, { run }, async (folder, name) => {
    const source = { workspace, place, folder, run };
    const { bytes, stats, decoded } = await textOf(source);
    if (decoded === undefined) throw new ToolFailed(`${place.path} is not a text file (${bytes.length} bytes).`);
    const change = changeOf(source, { bytes, stats, decoded }, placesOfEdits(decoded.text, edits, place.path));
    const { options } = workspace;
    spendBytes(run, change.after.length, options.maxBytesPerRun);
    await writeBytes({ folder, name, path: place.path, before: stats }, change.after, { options, run });
    return new ToolResult({ value: valueOf([change]), content: editedText(change, edits) });
  });
}

/** Edits all files of a pattern. An edit must be in one of them. */
async function editAll(
  workspace: Workspace,
  { path, edits }: { readonly path: string; readonly edits: readonly NamedEdit[] },
  run: RunContext<never>,
): Promise<ToolResult<EditedFiles>> {
  const changes: Change[] = [];
  const texts: EditTexts[] = [];
  const missing = new Set(edits.keys());
  const places = await filesAt(workspace, path, run);
  for (const found of places) {
    run.signal.throwIfAborted();
    const change = await workspace.inFolder(found, { run }, async (folder) => {
      const { decoded, ...read } = await textOf({ workspace, place: found, folder, run });
      if (decoded === undefined) return undefined;
      const replacements = placesInFile(decoded.text, edits, found.path);
      texts.push({ path: found.path, text: replaceIn(decoded.text, replacements) });
      if (replacements.length === 0) return undefined;
      const place = workspace.findToChange(found.path);
      return changeOf({ workspace, place, folder, run }, { ...read, decoded }, replacements);
    });
    if (change === undefined) continue;
    changes.push(change);
    for (const { edit } of change.replacements) missing.delete(edit);
  }
  const [none] = missing;
  if (none !== undefined) {
    const files =
      places.length === 1 ? `not in ${places[0]?.path ?? ''}` : `in none of the ${places.length} files of ${path}`;
    const problem = `${edits[none]?.name ?? 'old'} is ${files}, so nothing was changed.`;
    throw new ModelRetry([problem, ...similarLines('Similar:', edits.slice(none, none + 1), texts)].join('\n'));
  }
  const bytes = changes.reduce((sum, { after }) => sum + after.length, 0);
  spendBytes(run, bytes, workspace.options.maxBytesPerRun);
  await replaceFiles(workspace, changes, run);
  const value = valueOf(changes);
  return new ToolResult({ value, content: editsText(value, { edits, texts }) });
}

function namedEdits(edits: readonly TextEdit[]): readonly NamedEdit[] {
  if (edits.length === 0) throw new ModelRetry('edits is empty.');
  if (edits.length > MOST_EDITS) throw new ModelRetry(`Send at most ${MOST_EDITS} edits.`);
  const named = edits.map((edit, index) => ({ ...edit, name: edits.length === 1 ? 'old' : `edits[${index}].old` }));
  for (const { name, old, new: added, ignoreCase = false } of named) {
    if (old === '') throw new ModelRetry(`${name} must not be empty.`);
    if (old === added && !ignoreCase) throw new ModelRetry(`${name} and its new text are the same.`);
  }
  return named;
}

/** A file before and after the edits. */
export interface Change {
  readonly place: Place;
  readonly stats: Stats;
  readonly before: Buffer;
  readonly after: Buffer;
  readonly text: string;
  readonly replacements: readonly EditPlace[];
}

interface TextFile {
  readonly bytes: Buffer;
  readonly stats: Stats;
  readonly decoded: DecodedText;
}

async function textOf(source: FileSource) {
  const { bytes, stats } = await readBytes(source);
  return { bytes, stats, decoded: decodeText(bytes) };
}

function changeOf(
  { workspace, place }: FileSource,
  { bytes, stats, decoded }: TextFile,
  replacements: readonly EditPlace[],
): Change {
  requireWritable(stats, place);
  // Before the text exists: many places with a long text would make one that fits nowhere.
  requireSize(workspace, place, bytes.length + growthOf(decoded, replacements));
  const after = encodeText(replaceIn(decoded.text, replacements), decoded.encoding);
  if (after === undefined) throw cannotEncode(place, decoded.encoding);
  return { place, stats, before: bytes, after, text: decoded.text, replacements };
}

function valueOf(changes: readonly Change[]): EditedFiles {
  const files = changes.map(({ place: { path }, text, replacements }) => ({
    path,
    replacements: replacements.length,
    diff: unifiedDiff(path, text, replacements),
  }));
  return { files, replacements: files.reduce((sum, { replacements }) => sum + replacements, 0) };
}

/** Bytes that the file gets more, or fewer if negative. All places of an edit have one text. */
function growthOf({ text, encoding }: DecodedText, replacements: readonly EditPlace[]): number {
  const sizes = new Map<number, number>();
  let growth = 0;
  for (const { start, end, text: added, edit } of replacements) {
    let size = sizes.get(edit);
    if (size === undefined) {
      size = encodedSize(added, encoding) - encodedSize(text.slice(start, end), encoding);
      sizes.set(edit, size);
    }
    growth += size;
  }
  return growth;
}
