import { tagStarts } from './tag-starts.js';
import { ts } from './typescript.js';

/*
 * TypeScript treats every word after an `@` as a tag, and the rest as its text: of "Posts to
 * @everyone at once." it keeps "Posts to". So each `@` that starts no tag is replaced by another
 * character before TypeScript reads a comment.
 */

/**
 * Noncharacters of Unicode, which no source contains. They are as long as an `@`, so that all
 * positions stay the same. The second one is of a word that could be meant as a tag.
 */
const STAND_IN = '\uFDD0';
const UNCLEAR = '\uFDD1';
const STAND_INS = new RegExp(`[${STAND_IN}${UNCLEAR}]`, 'g');

/** Returns the text of a comment in the source. */
export function commentText(text: string): string {
  return text.replace(STAND_INS, '@');
}

/** Returns the names of words in a parsed text that an author may have meant as tags. */
export function unclearTags(text: string): readonly string[] {
  return [...text.matchAll(UNCLEAR_TAGS)].map(([, name = '']) => name);
}

const UNCLEAR_TAGS = new RegExp(`${UNCLEAR}([\\w$-]+)`, 'g');

/** Returns a JSDoc comment in which every `@` starts a tag. */
export function withTagsOnly(comment: string): string {
  if (!comment.includes('@') || comment.search(STAND_INS) !== -1) return comment;
  const starts = tagStarts(comment);
  return comment.replace(SIGN, (sign, at: number) => {
    const start = starts.get(at);
    return start === 'tag' ? sign : start === 'unclear' ? UNCLEAR : STAND_IN;
  });
}

/** TypeScript sees a tag only after a space. `{@link}` and addresses are text to it. */
const SIGN = /(?<=^|[\s*])@/gm;

/** Returns the file, parsed again if its comments have an `@` that starts no tag. */
export function withWholeComments(file: ts.SourceFile, parse: (text: string) => ts.SourceFile): ts.SourceFile {
  const { text } = file;
  if (!text.includes('/**') || !/[\s*]@/.test(text)) return file;
  let changed = '';
  let end = 0;
  for (const { pos, end: next } of jsDocsOf(file)) {
    const comment = text.slice(pos, next);
    const masked = withTagsOnly(comment);
    if (masked === comment || pos < end) continue;
    changed += text.slice(end, pos) + masked;
    end = next;
  }
  if (end === 0) return file;
  const parsed = parse(changed + text.slice(end));
  ORIGINALS.set(parsed, text);
  return parsed;
}

/** Returns the text of a file on disk. */
export function originalText(file: ts.SourceFile): string {
  return ORIGINALS.get(file) ?? file.text;
}

const ORIGINALS = new WeakMap<ts.SourceFile, string>();

function jsDocsOf(file: ts.SourceFile): readonly ts.JSDoc[] {
  const found = new Set<ts.JSDoc>();
  const visit = (node: ts.Node): void => {
    for (const one of (node as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? []) found.add(one);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found].sort((a, b) => a.pos - b.pos);
}
