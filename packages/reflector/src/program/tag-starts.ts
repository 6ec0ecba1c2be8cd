import { isFlag, isKeywordTag, isKnownTag, isReadTag, isValueOf } from './known-tags.js';

/*
 * Every word after an `@` at the start of a line is a tag, as JSDoc says. People write tags into
 * comments of one line too: `Reads a file. @deprecated Use read2`, `The age @minimum 3`. There, a
 * word is a tag where it cannot be a part of a sentence.
 */

/** A tag, or text that could be meant as a tag. */
export type TagStart = 'tag' | 'unclear';

/** Returns the positions in a JSDoc comment at which an `@` starts a tag, or could be meant to. */
export function tagStarts(comment: string): ReadonlyMap<number, TagStart> {
  const found = new Map<number, TagStart>();
  const lines = linesOf(comment);
  let isFenced = false;
  lines.forEach((line, index) => {
    const isFence = line.text.startsWith('```');
    if (isFence) isFenced = !isFenced;
    if (isFenced && !isFence) return;
    const follower = lines[index + 1]?.text ?? '';
    for (const [at, start] of startsIn(line.text, follower !== '' && !follower.startsWith('@')))
      found.set(line.at + at, start);
  });
  return found;
}

interface Line {
  /** The text without the margin and the end of the comment. */
  readonly text: string;
  readonly at: number;
}

function linesOf(comment: string): readonly Line[] {
  let end = 0;
  return comment.split('\n').map((line, index) => {
    const margin = (index === 0 ? /^\/\*\*\s*/ : /^\s*\*?(?!\/)\s*/).exec(line)?.[0].length ?? 0;
    const at = end + margin;
    end += line.length + 1;
    return { text: withoutEnd(line.slice(margin)), at };
  });
}

/** Returns a line without the end of a comment and the spaces before it. */
function withoutEnd(line: string): string {
  const text = line.trimEnd();
  if (!text.endsWith('*/')) return text;
  let end = text.length - 1;
  while (text.charAt(end - 1) === '*') end--;
  return text.slice(0, end).trimEnd();
}

/** A word after an `@`. */
interface Candidate {
  readonly at: number;
  readonly name: string;
  /** The text up to the next word after an `@`. */
  readonly rest: string;
  readonly isLast: boolean;
}

function* startsIn(line: string, continues: boolean): Iterable<readonly [at: number, start: TagStart]> {
  let open: Candidate | undefined;
  for (const one of candidatesIn(line)) {
    const before = line.slice(open === undefined ? 0 : open.at + 1 + open.name.length, one.at).trim();
    const start = one.at === 0 ? 'tag' : startAfter(before, open?.name, one, continues && one.isLast);
    if (start !== undefined) yield [one.at, start];
    if (start === 'tag') open = one;
  }
}

function candidatesIn(line: string): readonly Candidate[] {
  // The text of a code span has no tags. Its signs are as long as before.
  const bare = line.replace(/`[^`]*`/g, (code) => code.replaceAll('@', '.'));
  const words = [...bare.matchAll(/(?<=^|[\s*])@([\w$][\w$-]*)(?=[\s{:*]|\.\w|$)/g)];
  return words
    .map(({ index: at, 1: name = '' }, number): Candidate => {
      const next = words[number + 1]?.index;
      return { at, name, rest: line.slice(at + 1 + name.length, next).trim(), isLast: next === undefined };
    })
    .filter(({ name, rest }) => !rest.startsWith('.') || name === 'items');
}

/**
 * Returns whether a word starts a tag inside a line.
 *
 * @param before - the text before it, from the start of the line or from the name of the last tag
 * @param open - the last tag of the line
 * @param continues - whether the next line continues the text
 */
function startAfter(
  before: string,
  open: string | undefined,
  { name, rest }: Candidate,
  continues: boolean,
): TagStart | undefined {
  if (!isKnownTag(name)) return undefined;
  const isOver = endsSentence(before);
  if (!continues && isValueOf(name, rest)) return 'tag';
  if (open !== undefined && (isValueOf(open, before) || (before === '' && isFlag(open)))) return 'tag';
  if (isOver && (isReadTag(name) || rest === '' || rest.startsWith('{'))) return 'tag';
  return isOver || isKeywordTag(name) ? 'unclear' : undefined;
}

function endsSentence(text: string): boolean {
  return (
    /[.!?…。！？]["'”’»)\]*_]*$/.test(text) && !/(?:^|[\s(])(?:e\.\s?g|i\.\s?e|cf|vs|incl|resp|approx)\.$/i.test(text)
  );
}
