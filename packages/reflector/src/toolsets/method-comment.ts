import { ts } from '../program/typescript.js';
import { inlineJsDoc, type Tag } from '../types/read/comments.js';
import { plainText } from '../types/read/plain-text.js';

/** What the JSDoc comment of a method or function says. */
export interface MethodComment {
  readonly description: string | undefined;
  /** By name; nested ones by their path, `options.limit`. */
  readonly parameters: ReadonlyMap<string, ParameterComment>;
  readonly returns: string | undefined;
  readonly examples: readonly ExampleComment[];
  readonly tags: readonly Tag[];
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
 * Reads the comment of a method or function.
 *
 * @param declarations - the method, then the method of a base class whose comment counts where it has none
 */
export function methodComment(
  method: ts.Symbol,
  declarations: readonly ts.SignatureDeclaration[],
  checker: ts.TypeChecker,
): MethodComment {
  const all = [...declarations, ...(method.declarations ?? [])];
  const commented = all.find((one) => ts.getJSDocCommentsAndTags(one).some(ts.isJSDoc)) ?? declarations[0];
  const inlined = declarations.find((one) => inlineJsDoc(one) !== undefined);
  const tags = commented === undefined ? [] : ts.getJSDocTags(commented);
  const description = plainText(ts.displayPartsToString(method.getDocumentationComment(checker)));
  const inline = inlined === undefined ? undefined : inlineJsDoc(inlined);
  if (tags.length > 0 || description !== undefined || inline === undefined) return readTags(tags, description);
  const { tags: own = [], comment } = inline;
  return readTags(own, plainText(ts.getTextOfJSDocComment(comment) ?? ''), inlined?.name);
}

/** @param place - where reports stand when the tags have no place of their own */
function readTags(tags: readonly ts.JSDocTag[], description: string | undefined, place?: ts.Node): MethodComment {
  const parameters = new Map<string, ParameterComment>();
  for (const tag of tags.filter(ts.isJSDocParameterTag)) collectParameter(tag, parameters, place);
  return {
    description,
    parameters,
    returns: tags
      .filter(ts.isJSDocReturnTag)
      .map(textOf)
      .find((text) => text !== undefined),
    examples: tags
      .filter((tag) => tag.tagName.text === 'example')
      .map((node) => ({ text: ts.getTextOfJSDocComment(node.comment)?.trim() ?? '', node: place ?? node })),
    tags: tags.map((tag) => ({ name: tag.tagName.text, text: ts.getTextOfJSDocComment(tag.comment)?.trim() ?? '' })),
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

/** The text of a tag, without the hyphen that may stand before it. */
function textOf(tag: ts.JSDocTag): string | undefined {
  return plainText((ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/^\s*[-–:]\s+/, ''));
}
