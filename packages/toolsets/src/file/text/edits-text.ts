import { oneLine } from '../../readable/one-line.js';
import type { Change, EditedFiles } from '../tools/edit-text.js';
import type { TextEdit } from './find-places.js';
import { cutAt, linesOf } from './text-lines.js';
import { textMatcher } from './text-matcher.js';
import { replaceIn, type Replacement } from './unified-diff.js';
import { WORD_END, WORD_START } from './word.js';

/** Numbers of lines that the model reads. It wrote the texts itself, so it needs no diff. */
const MOST_NUMBERS = 20;
/** Files that a model reads about. */
const MOST_FILES = 100;
/** Similar places that a model reads about. */
const MOST_SIMILAR = 5;
/** Characters of a line with a similar place. */
const LONGEST_LINE = 100;
/** Longer words that a model reads about. */
const MOST_WORDS = 10;

/** A file after the edits. */
export interface EditTexts {
  readonly path: string;
  readonly text: string;
}

/** Tells the lines of the new texts in one file, and the longer words that were left. */
export function editedText({ place: { path }, text, replacements }: Change, edits: readonly TextEdit[]): string {
  const lines = newLines(text, replacements);
  const shown = lines.slice(0, MOST_NUMBERS).join(', ') + (lines.length > MOST_NUMBERS ? ' and more' : '');
  const told = `${oneLine(path)}: ${countOf(replacements.length)}, on ${lines.length === 1 ? 'line' : 'lines'} ${shown}.`;
  return [told, ...longerWords(edits, [{ path, text: replaceIn(text, replacements) }])].join('\n');
}

/** Tells the replacements in each file, and the words and similar texts that were left. */
export function editsText(
  { files, replacements }: EditedFiles,
  { edits, texts }: { readonly edits: readonly TextEdit[]; readonly texts: readonly EditTexts[] },
): string {
  const counts = files.slice(0, MOST_FILES).map((file) => `${oneLine(file.path)}: ${file.replacements}`);
  if (files.length > MOST_FILES) counts.push(`and ${files.length - MOST_FILES} more files`);
  const heading = `${countOf(replacements)} in ${files.length === 1 ? '1 file' : `${files.length} files`}:`;
  const left = [...longerWords(edits, texts), ...similarLines('Similar, not replaced:', edits, texts)];
  return [heading, ...counts, ...left].join('\n');
}

/** Tells the longer words with a text that was replaced as a whole word. */
function longerWords(edits: readonly TextEdit[], texts: readonly EditTexts[]): readonly string[] {
  const words = new Map<string, number>();
  for (const { old, new: added, word = false } of edits) {
    if (!word) continue;
    for (const { text } of texts) {
      for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + 1)) {
        const found = wordAround(text, at, old.length);
        if (found !== old && !added.includes(found)) words.set(found, (words.get(found) ?? 0) + 1);
      }
    }
  }
  if (words.size === 0) return [];
  const shown = [...words].slice(0, MOST_WORDS).map(([word, count]) => `${oneLine(word)} (${count})`);
  return [`Longer words, not replaced: ${shown.join(', ')}${words.size > MOST_WORDS ? ' and more' : ''}.`];
}

/** Returns a place with the rest of its word, or so much of it as a reader needs. */
function wordAround(text: string, at: number, length: number): string {
  let [start, end] = [at, at + length];
  while (at - start < LONGEST_REST && WORD_END.test(text.charAt(start - 1))) start--;
  while (end - at - length < LONGEST_REST && WORD_START.test(text.charAt(end))) end++;
  return text.slice(start, end);
}

/** Characters of a longer word on both sides of a place. */
const LONGEST_REST = 30;

function countOf(replacements: number): string {
  return replacements === 1 ? '1 replacement' : `${replacements} replacements`;
}

/** A place of some lines. */
interface Similar extends EditTexts {
  readonly first: number;
  readonly count: number;
}

/** Tells texts in another case or over two lines, which may be meant too. */
export function similarLines(
  heading: string,
  edits: readonly TextEdit[],
  texts: readonly EditTexts[],
): readonly string[] {
  const similar = edits.flatMap((edit) => {
    const isAlike = edit.ignoreCase === true || edit.new.toLowerCase().includes(edit.old.toLowerCase());
    if (isAlike || edit.old.length > 200 || edit.old.includes('\n')) return [];
    const matcher = textMatcher({ query: edit.old, regex: false, ignoreCase: true, word: edit.word ?? false });
    return texts.flatMap(({ path, text }) =>
      [...matcher.spansIn(text)].map(({ first, count }): [string, Similar] => [
        `${path}:${first}`,
        { path, text, first, count },
      ]),
    );
  });
  if (similar.length === 0) return [];
  const places = [...new Map(similar).values()];
  const shown = places.slice(0, MOST_SIMILAR).map(({ path, text, first, count }) => {
    const found = linesOf(text)
      .slice(first, first + count)
      .join(' / ')
      .trim();
    return ` ${oneLine(path)}:${first + 1}: ${oneLine(cutAt(found, LONGEST_LINE))}`;
  });
  const more = places.length - shown.length;
  return [heading, ...shown, ...(more > 0 ? [` and ${more} more`] : [])];
}

/** Returns the lines on which new texts begin, in the file as it is now. */
function newLines(text: string, replacements: readonly Replacement[]): readonly number[] {
  const lines = new Set<number>();
  let [line, at] = [1, 0];
  for (const { start, end, text: added } of replacements) {
    line += countEnds(text.slice(at, start));
    lines.add(line);
    line += countEnds(added);
    at = end;
    if (lines.size > MOST_NUMBERS) break;
  }
  return [...lines];
}

function countEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
