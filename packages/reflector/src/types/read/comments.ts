import { commentText, withTagsOnly } from '../../program/comment-text.js';
import { ts } from '../../program/typescript.js';
import { inheritedMember, isInheritDoc } from './inherited-member.js';
import { plainText } from './plain-text.js';
import type { Reader } from './type-handler.js';

/** The JSDoc comment of a declaration. */
export interface Comment {
  readonly text: string | undefined;
  readonly tags: readonly Tag[];
}

/** A JSDoc tag and the text after it. */
export interface Tag {
  readonly name: string;
  readonly text: string;
}

const NOTHING: Comment = { text: undefined, tags: [] };

/**
 * Returns the comment of a symbol. Ignores comments of TypeScript's own library. Includes a comment
 * on the line of the declaration, `{ /** Text. *\/ name: string }`, which TypeScript attributes to
 * the brace before it.
 */
export function commentOf(symbol: ts.Symbol, { checker, program }: Pick<Reader, 'checker' | 'program'>): Comment {
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (declaration !== undefined && program.isSourceFileDefaultLibrary(declaration.getSourceFile())) return NOTHING;
  const text = plainText(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
  if (isInheritDoc(text)) {
    const inherited = declaration && inheritedMember(declaration, checker);
    return inherited === undefined ? NOTHING : commentOf(inherited, { checker, program });
  }
  const tags = symbol
    .getJsDocTags(checker)
    .map((tag) => ({ name: tag.name, text: tagText(ts.displayPartsToString(tag.text)) }));
  if (text !== undefined || tags.length > 0 || declaration === undefined) return { text, tags };
  return inlineComment(declaration) ?? NOTHING;
}

/** Returns JSDoc comments next to a declaration that belong to no declaration. */
export function lostComments(declaration: ts.Declaration): readonly string[] {
  const { text } = declaration.getSourceFile();
  const before = earlierComments(declaration);
  // `name: string; /** Text. */` at the end of a line.
  const behind = /^[ \t]*[;,]?[ \t]*(\/\*\*(?!\/)[^\n]*?\*\/)[ \t]*\r?$/m.exec(
    firstLine(text.slice(declaration.end)),
  )?.[1];
  return behind === undefined ? before : [...before, behind];
}

/** Returns the text after a tag, as in the source. */
export function tagText(text: string | undefined): string {
  return commentText(text ?? '').trim();
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}

/** Returns the ignored comments: of several before a declaration, only the last one counts. */
function earlierComments(declaration: ts.Declaration): readonly string[] {
  const comments = (declaration as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? [];
  return comments.slice(0, -1).map((comment) => commentText(comment.getText()));
}

function inlineComment(declaration: ts.Declaration): Comment | undefined {
  const parsed = inlineJsDoc(declaration);
  if (parsed === undefined) return undefined;
  return {
    text: plainText(ts.getTextOfJSDocComment(parsed.comment) ?? ''),
    tags: (parsed.tags ?? []).map((tag) => ({
      name: tag.tagName.text,
      text: tagText(ts.getTextOfJSDocComment(tag.comment)),
    })),
  };
}

/**
 * Returns the comment before a declaration on its line, parsed separately. Its nodes have no place
 * in the source.
 */
export function inlineJsDoc(declaration: ts.Declaration): ts.JSDoc | undefined {
  const { text } = declaration.getSourceFile();
  const range = ts.getTrailingCommentRanges(text, declaration.pos)?.at(-1);
  if (range === undefined) return undefined;
  const comment = text.slice(range.pos, range.end);
  // If a declaration is on a separate line, a comment after its predecessor does not belong to it.
  const between = text.slice(range.end, declaration.getStart());
  return comment.startsWith('/**') && !between.includes('\n') ? parseComment(comment) : undefined;
}

function parseComment(comment: string): ts.JSDoc | undefined {
  const file = ts.createSourceFile(
    'comment.ts',
    `${withTagsOnly(comment)}\nfunction it() {}`,
    ts.ScriptTarget.Latest,
    true,
  );
  const [statement] = file.statements;
  return (statement as { readonly jsDoc?: readonly ts.JSDoc[] } | undefined)?.jsDoc?.[0];
}
