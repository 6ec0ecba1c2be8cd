import { ts } from '../program/typescript.js';
import type { Tag } from '../types/read/comments.js';
import { plainText } from '../types/read/plain-text.js';

/** What the JSDoc comment of a method says. */
export interface MethodComment {
  readonly description: string | undefined;
  /** By name; nested ones by their path, `options.limit`. */
  readonly parameters: ReadonlyMap<string, ParameterComment>;
  readonly returns: string | undefined;
  readonly examples: readonly ExampleComment[];
  readonly tags: readonly Tag[];
}

export interface ParameterComment {
  readonly text: string | undefined;
  readonly node: ts.Node;
}

export interface ExampleComment {
  readonly text: string;
  readonly node: ts.Node;
}

/** Reads the comment of a method, of a base class's method where the method itself has none. */
export function methodComment(method: ts.Symbol, declaration: ts.Node, checker: ts.TypeChecker): MethodComment {
  const commented =
    [declaration, ...(method.declarations ?? [])].find((one) => ts.getJSDocTags(one).length > 0) ?? declaration;
  const tags = ts.getJSDocTags(commented);
  const parameters = new Map<string, ParameterComment>();
  for (const tag of tags.filter(ts.isJSDocParameterTag)) collectParameter(tag, parameters);
  return {
    description: plainText(ts.displayPartsToString(method.getDocumentationComment(checker))),
    parameters,
    returns: tags
      .filter(ts.isJSDocReturnTag)
      .map(textOf)
      .find((text) => text !== undefined),
    examples: tags
      .filter((tag) => tag.tagName.text === 'example')
      .map((node) => ({ text: ts.getTextOfJSDocComment(node.comment)?.trim() ?? '', node })),
    tags: tags.map((tag) => ({ name: tag.tagName.text, text: ts.getTextOfJSDocComment(tag.comment)?.trim() ?? '' })),
  };
}

function collectParameter(tag: ts.JSDocParameterTag, into: Map<string, ParameterComment>): void {
  into.set(entityName(tag.name), { text: textOf(tag), node: tag });
  const literal = tag.typeExpression?.type;
  if (literal === undefined || !ts.isJSDocTypeLiteral(literal)) return;
  for (const nested of literal.jsDocPropertyTags ?? []) {
    into.set(entityName(nested.name), { text: textOf(nested), node: nested });
  }
}

function entityName(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : `${entityName(name.left)}.${name.right.text}`;
}

/** The text of a tag, without the hyphen that may stand before it. */
function textOf(tag: ts.JSDocTag): string | undefined {
  return plainText((ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/^\s*[-–:]\s+/, ''));
}
