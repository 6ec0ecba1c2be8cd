import { ts } from '../program/typescript.js';
import { commentWith, inlineJsDoc, tagText, type Comment, type Tag } from '../types/read/comments.js';
import { inheritedMember, isInheritDoc } from '../types/read/inherited-member.js';
import { plainText } from '../types/read/plain-text.js';

/** The JSDoc comment of a method or function. */
export interface MethodComment {
  readonly description: string | undefined;
  /** The comments of parameters by name. Nested ones by their path, `options.limit`. */
  readonly parameters: ReadonlyMap<string, ParameterComment>;
  readonly returns: string | undefined;
  readonly examples: readonly ExampleComment[];
  readonly tags: readonly Tag[];
  readonly unclear: Comment['unclear'];
}

/** The text of a `@param` tag. */
export interface ParameterComment {
  readonly text: string | undefined;
  readonly node: ts.Node;
}

/** The text of an `@example` tag. */
export interface ExampleComment {
  readonly text: string;
  readonly node: ts.Node;
}

/**
 * Reads the comment of a method or function. If it has none, or only `{@inheritDoc}`, reads that of
 * the method of a base class.
 *
 * @param declarations - the method, then the method of a base class with the inherited comment
 */
export function methodComment(
  method: ts.Symbol,
  declarations: readonly ts.SignatureDeclaration[],
  checker: ts.TypeChecker,
): MethodComment {
  const own = [...declarations, ...(method.declarations ?? [])];
  const parsed = ts.displayPartsToString(method.getDocumentationComment(checker));
  const text = plainText(parsed);
  const commented = own.find((one) => ts.getJSDocCommentsAndTags(one).some(ts.isJSDoc));
  const inlined = declarations.find((one) => inlineJsDoc(one) !== undefined);
  const isSilent = commented === undefined && inlined === undefined;
  const inherited = isSilent || isInheritDoc(text) ? inheritedMethod(own, checker) : undefined;
  if (inherited !== undefined) return methodComment(inherited.symbol, inherited.declarations, checker);
  const described = commented ?? declarations[0];
  const tags = described === undefined ? [] : ts.getJSDocTags(described);
  const description = isInheritDoc(text) ? '' : parsed;
  const inline = inlined === undefined ? undefined : inlineJsDoc(inlined);
  if (tags.length > 0 || description !== '' || inline === undefined) return readTags(tags, description);
  const { tags: inlineTags = [], comment } = inline;
  return readTags(inlineTags, ts.getTextOfJSDocComment(comment) ?? '', inlined?.name);
}

interface InheritedMethod {
  readonly symbol: ts.Symbol;
  readonly declarations: readonly ts.SignatureDeclaration[];
}

/**
 * Returns the method of a base class or interface of the project. Comments of a library are for its
 * own readers, so they are not reported.
 */
function inheritedMethod(
  declarations: readonly ts.Declaration[],
  checker: ts.TypeChecker,
): InheritedMethod | undefined {
  const symbol = declarations.map((one) => inheritedMember(one, checker)).find((one) => one !== undefined);
  const written = (symbol?.declarations ?? []).filter(
    (one): one is ts.MethodDeclaration | ts.MethodSignature =>
      (ts.isMethodDeclaration(one) || ts.isMethodSignature(one)) && !one.getSourceFile().isDeclarationFile,
  );
  return symbol === undefined || written.length === 0 ? undefined : { symbol, declarations: written };
}

/** @param place - the place of reports if the tags have no place */
function readTags(tags: readonly ts.JSDocTag[], description: string, place?: ts.Node): MethodComment {
  const parameters = new Map<string, ParameterComment>();
  const comment = commentWith(
    description,
    tags.map((tag) => ({ name: tag.tagName.text, text: ts.getTextOfJSDocComment(tag.comment) ?? '' })),
  );
  for (const tag of tags.filter(ts.isJSDocParameterTag)) collectParameter(tag, parameters, place);
  return {
    description: comment.text,
    parameters,
    returns: tags
      .filter(ts.isJSDocReturnTag)
      .map(textOf)
      .find((text) => text !== undefined),
    examples: tags
      .filter((tag) => tag.tagName.text === 'example')
      .map((node) => ({ text: tagText(ts.getTextOfJSDocComment(node.comment)), node: place ?? node })),
    tags: comment.tags,
    unclear: comment.unclear,
  };
}

function collectParameter(tag: ts.JSDocParameterTag, into: Map<string, ParameterComment>, place?: ts.Node): void {
  into.set(entityName(tag.name), { text: textOf(tag), node: place ?? tag });
  const literal = tag.typeExpression?.type;
  if (literal === undefined || !ts.isJSDocTypeLiteral(literal)) return;
  for (const nested of literal.jsDocPropertyTags ?? []) {
    into.set(entityName(nested.name), { text: textOf(nested), node: place ?? nested });
  }
}

function entityName(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : `${entityName(name.left)}.${name.right.text}`;
}

/** Returns the text of a tag, without the hyphen before it. */
function textOf(tag: ts.JSDocTag): string | undefined {
  return plainText((ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/^\s*[-–:]\s+/, ''));
}
