import { ts } from './typescript.js';

/*
 * TypeScript treats every word after an `@` as a tag, and the rest as its text: of "Posts to
 * @everyone at once." it keeps "Posts to". So each `@` that starts no tag is replaced by another
 * character before TypeScript reads a comment.
 */

/**
 * A noncharacter of Unicode, which no source contains. It is as long as an `@`, so that all
 * positions stay the same.
 */
const STAND_IN = '\uFDD0';

/** Returns the text of a comment in the source. */
export function commentText(text: string): string {
  return text.includes(STAND_IN) ? text.replaceAll(STAND_IN, '@') : text;
}

/** Returns a JSDoc comment in which every `@` starts a tag. */
export function withTagsOnly(comment: string): string {
  if (!comment.includes('@') || comment.includes(STAND_IN)) return comment;
  let isFenced = false;
  return comment
    .split('\n')
    .map((line, index) => {
      const margin = (index === 0 ? /^\/\*\*\s*/ : /^\s*\*?\s*/).exec(line)?.[0].length ?? 0;
      const isFence = line.startsWith('```', margin);
      if (isFence) isFenced = !isFenced;
      return isFenced && !isFence ? lineWith(line, () => false) : lineWith(line, (at) => beginsTag(line, at, margin));
    })
    .join('\n');
}

/**
 * Replaces each `@` that starts no tag. TypeScript sees a tag only after a space. `{@link}` and
 * addresses are text to it.
 */
function lineWith(line: string, isTag: (at: number) => boolean): string {
  return line.replace(/(?<=^|[\s*])@/g, (sign, at: number) => (isTag(at) ? sign : STAND_IN));
}

/**
 * Returns whether a tag starts here: a known tag anywhere, or any word at the start of a line,
 * where tags of other tools are.
 */
function beginsTag(line: string, at: number, margin: number): boolean {
  const [, name = '', next = ''] = /^@([\w$]+)(.?)/.exec(line.slice(at, at + 80)) ?? [];
  if (!/^(?:[\s{:*-]?|\.)$/.test(next) || name === '') return false;
  if (next === '.') return name === 'items';
  return at === margin || isKnownTag(name);
}

/** Returns whether JSDoc, TSDoc or TypeDoc knows a tag, or whether it is a keyword of schemas. */
export function isKnownTag(name: string): boolean {
  return KNOWN_TAGS.has(name.toLowerCase());
}

const KNOWN_TAGS = new Set(
  `abstract access alias alpha api async augments author beta borrows callback category categorydescription class
  classdesc const constant constructor constructs contributor copyright decorator default defaultvalue deprecated desc
  description document emits enum event eventproperty example exception expand experimental exports extends external
  file fileoverview fires func function generated generator global group groupdescription hidden hideconstructor ignore
  implements import include includecode inherit inheritdoc inline inner instance interface internal kind label lends
  license link listens member memberof method migration mixes mixin module name namespace note overload override
  overview package packagedocumentation param arg argument preserve private privateremarks prop property protected
  public readonly remarks requires return returns satisfies sealed see since static summary template this throws todo
  tutorial type typedef typeparam var variation version virtual yield yields
  additionalproperties astype comment contains contentencoding contentmediatype examples exclusivemaximum
  exclusiveminimum format id integer items maxcontains maximum maxitems maxlength maxproperties mincontains minimum
  minitems minlength minproperties multipleof nullable pattern propertynames ref title tjs trustedpattern uniqueitems
  writeonly $comment $id $ref ts`.split(/\s+/),
);

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
