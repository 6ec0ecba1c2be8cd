import { commentText, unclearTags, withTagsOnly } from '../../program/comment-text.js';
import { ts } from '../../program/typescript.js';
import { inheritedMember, isInheritDoc } from './inherited-member.js';
import { plainText } from './plain-text.js';
import type { Reader } from './type-handler.js';

/** The JSDoc comment of a declaration. */
export interface Comment {
  readonly text: string | undefined;
  readonly tags: readonly Tag[];
  /** Words in the texts that are text, but could be meant as tags. */
  readonly unclear: readonly string[];
}

/** A JSDoc tag and the text after it. */
export interface Tag {
  readonly name: string;
  readonly text: string;
}

const NOTHING: Comment = { text: undefined, tags: [], unclear: [] };

/**
 * Returns the comment of a symbol. Ignores comments of TypeScript's own library. Includes a comment
 * on the line of the declaration, `{ /** Text. *\/ name: string }`, which TypeScript attributes to
 * the brace before it. A member without a text has that of the member that it overrides.
 *
 * @param seen - declarations to skip: an interface may extend itself by mistake
 */
export function commentOf(
  symbol: ts.Symbol,
  read: Pick<Reader, 'checker' | 'program'>,
  seen: ReadonlySet<ts.Declaration> = new Set(),
): Comment {
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (declaration === undefined) return seenByTypeScript(symbol, read);
  if (read.program.isSourceFileDefaultLibrary(declaration.getSourceFile()) || seen.has(declaration)) return NOTHING;
  const inline = hasJsDoc(declaration) ? undefined : inlineComment(declaration);
  const comment = commentOfPackage(declaration) ?? inline ?? seenByTypeScript(symbol, read);
  if (comment.text !== undefined && !isInheritDoc(comment.text)) return comment;
  const overridden = inheritedMember(declaration, read.checker);
  const inherited = overridden && commentOf(overridden, read, new Set([...seen, declaration]));
  if (comment.text !== undefined || comment.tags.length === 0) return inherited ?? NOTHING;
  return { ...comment, text: inherited?.text };
}

function seenByTypeScript(symbol: ts.Symbol, { checker }: Pick<Reader, 'checker'>): Comment {
  const tags = symbol.getJsDocTags(checker).map((tag) => ({ name: tag.name, text: ts.displayPartsToString(tag.text) }));
  return commentWith(ts.displayPartsToString(symbol.getDocumentationComment(checker)), tags);
}

/**
 * Returns a comment with an `@` that starts no tag, in a declaration file of a package. Only files
 * of the project are parsed without such signs. You cannot correct a comment of a package, so none
 * of its words is unclear.
 */
function commentOfPackage(declaration: ts.Declaration): Comment | undefined {
  const own = (declaration as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc?.at(-1)?.getText();
  if (own === undefined || withTagsOnly(own) === own) return undefined;
  const parsed = parseComment(own);
  return parsed && { ...parsedComment(parsed), unclear: [] };
}

/** Returns JSDoc comments next to a declaration that belong to no declaration. */
export function lostComments(declaration: ts.Declaration): readonly string[] {
  const { text } = declaration.getSourceFile();
  const before = earlierComments(declaration);
  // `name: string; /** Text. */` at the end of a line.
  const behind = firstLine(text.slice(declaration.end)).trim().replace(/^[;,]/, '').trimStart();
  const isComment = behind.startsWith('/**') && behind.indexOf('*/', 3) === behind.length - 2;
  return isComment ? [...before, behind] : before;
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

function hasJsDoc(declaration: ts.Declaration): boolean {
  return ((declaration as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? []).length > 0;
}

function inlineComment(declaration: ts.Declaration): Comment | undefined {
  const parsed = inlineJsDoc(declaration);
  return parsed === undefined ? undefined : parsedComment(parsed);
}

/**
 * Returns the comment at a declaration: for a parameter without the `@param` of the method, for a
 * member without the text of the member that it overrides.
 */
export function ownComment(declaration: ts.Declaration): Comment {
  const own = (declaration as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc?.at(-1) ?? inlineJsDoc(declaration);
  return own === undefined ? NOTHING : parsedComment(own);
}

function parsedComment(parsed: ts.JSDoc): Comment {
  const tags = (parsed.tags ?? []).map((tag) => ({
    name: tag.tagName.text,
    text: ts.getTextOfJSDocComment(tag.comment) ?? '',
  }));
  return commentWith(ts.getTextOfJSDocComment(parsed.comment) ?? '', tags);
}

/** Returns a comment of texts with stand-ins. Its text includes `@summary` and `@description`. */
export function commentWith(text: string, tags: readonly Tag[]): Comment {
  const tagged = (...names: readonly string[]): readonly string[] =>
    tags.filter(({ name }) => names.includes(name)).map((tag) => tag.text);
  const texts = [...tagged('summary'), text, ...tagged('description', 'desc')].map((one) => plainText(one));
  const said = texts.filter((one) => one !== undefined);
  return {
    text: said.length === 0 ? undefined : said.join('\n'),
    tags: tags.map((tag) => ({ name: tag.name, text: tagText(tag.text) })),
    unclear: [text, ...tags.map((tag) => tag.text)].flatMap(unclearTags),
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
