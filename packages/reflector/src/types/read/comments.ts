import { ts } from '../../program/typescript.js';
import { inheritedMember, isInheritDoc } from './inherited-member.js';
import { plainText } from './plain-text.js';
import type { Reader } from './type-handler.js';

/** What stands in the JSDoc comment of a declaration. */
export interface Comment {
  readonly text: string | undefined;
  readonly tags: readonly Tag[];
}

/** A JSDoc tag and the text behind it. */
export interface Tag {
  readonly name: string;
  readonly text: string;
}

const NOTHING: Comment = { text: undefined, tags: [] };

/**
 * The comment of a symbol; none for what TypeScript's own library says of its types. A comment on the line of its
 * declaration, `{ /** Text. *\/ name: string }`, counts too: TypeScript takes it for one of the brace before it.
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
    .map((tag) => ({ name: tag.name, text: ts.displayPartsToString(tag.text).trim() }));
  if (text !== undefined || tags.length > 0 || declaration === undefined) return { text, tags };
  return inlineComment(declaration) ?? NOTHING;
}

/** JSDoc comments beside a declaration that belong to no declaration, as TypeScript and the eye see it. */
export function lostComments(declaration: ts.Declaration): readonly string[] {
  const { text } = declaration.getSourceFile();
  const before = earlierComments(declaration);
  // `name: string; /** Text. */` at the end of a line.
  const behind = /^[ \t]*[;,]?[ \t]*(\/\*\*(?!\/)[^\n]*?\*\/)[ \t]*\r?$/m.exec(
    firstLine(text.slice(declaration.end)),
  )?.[1];
  return behind === undefined ? before : [...before, behind];
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}

/** Of several comments before a declaration, only the last one counts. */
function earlierComments(declaration: ts.Declaration): readonly string[] {
  const comments = (declaration as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? [];
  return comments.slice(0, -1).map((comment) => comment.getText());
}

function inlineComment(declaration: ts.Declaration): Comment | undefined {
  const parsed = inlineJsDoc(declaration);
  if (parsed === undefined) return undefined;
  return {
    text: plainText(ts.getTextOfJSDocComment(parsed.comment) ?? ''),
    tags: (parsed.tags ?? []).map((tag) => ({
      name: tag.tagName.text,
      text: ts.getTextOfJSDocComment(tag.comment)?.trim() ?? '',
    })),
  };
}

/** The comment that stands before a declaration on its line, parsed on its own: its nodes have no place in the source. */
export function inlineJsDoc(declaration: ts.Declaration): ts.JSDoc | undefined {
  const { text } = declaration.getSourceFile();
  const range = ts.getTrailingCommentRanges(text, declaration.pos)?.at(-1);
  if (range === undefined) return undefined;
  const comment = text.slice(range.pos, range.end);
  // On a line of its own, the declaration has nothing to do with a comment behind its predecessor.
  const between = text.slice(range.end, declaration.getStart());
  return comment.startsWith('/**') && !between.includes('\n') ? parseComment(comment) : undefined;
}

function parseComment(comment: string): ts.JSDoc | undefined {
  const file = ts.createSourceFile('comment.ts', `${comment}\nfunction it() {}`, ts.ScriptTarget.Latest, true);
  const [statement] = file.statements;
  return (statement as { readonly jsDoc?: readonly ts.JSDoc[] } | undefined)?.jsDoc?.[0];
}
