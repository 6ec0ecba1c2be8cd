import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { CONSTRAINT_NAMES, paramKeywords } from '../../constraints/param-keywords.js';
import type { Finding } from '../../diagnostics/diagnostics.js';
import type { Constant } from '../../program/constant.js';
import { ts } from '../../program/typescript.js';
import { inlineJsDoc, type Tag } from './comments.js';
import { commentForModel } from './comment-for-model.js';
import { doubtfulTags } from './doubtful-tags.js';
import type { Reader } from './type-handler.js';

/* Reads comments of declarations: a text, and keywords in tags. */

/** Returns the comment of a symbol as text for models, or undefined without one. */
export function documentationForModel(symbol: ts.Symbol, read: Reader): string | undefined {
  return commentForModel(symbol, read).text;
}

/** The comment of a type's declaration. */
export interface TypeTexts {
  readonly description: string | undefined;
  readonly tagged: { readonly keywords: JsonSchemaObject; readonly declaration: ts.Declaration } | undefined;
}

/**
 * Returns the texts of a type: in the comments of the aliases by which it is written,
 * `/** @pattern ... *\/ type Sku = string`, which the type itself has lost, and in that of its own
 * declaration. The outermost text wins. Keywords are combined.
 */
export function typeTexts(type: ts.Type, written: ts.TypeNode | undefined, read: Reader): TypeTexts {
  const symbol = type.aliasSymbol ?? type.getSymbol();
  const own = symbol?.declarations?.find(
    (one) => ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one) || ts.isClassLike(one),
  );
  const declarations = new Set<ts.Declaration>([
    ...documentedAliases(written, read.checker),
    ...(own === undefined ? [] : [own]),
  ]);
  let description: string | undefined;
  let tagged: TypeTexts['tagged'];
  for (const declaration of declarations) {
    if (isUtilityType(declaration, read)) continue;
    const name = ts.getNameOfDeclaration(declaration);
    const named = name === undefined ? undefined : read.checker.getSymbolAtLocation(name);
    if (named === undefined) continue;
    description ??= documentationForModel(named, read);
    const keywords = tagKeywords(named, declaration, read);
    if (Object.keys(keywords).length > 0) tagged = { keywords: { ...keywords, ...tagged?.keywords }, declaration };
  }
  return { description, tagged };
}

/**
 * Returns whether a declaration is a generic type of a package, such as `Simplify<T>`. Its comment
 * explains the type and describes no value, also in a package with comments for models.
 */
function isUtilityType(declaration: ts.Declaration, { program }: Reader): boolean {
  const { typeParameters } = declaration as { readonly typeParameters?: unknown };
  return typeParameters !== undefined && program.isSourceFileFromExternalLibrary(declaration.getSourceFile());
}

/** Returns the aliases with a comment by which a type is written, outermost first. */
export function documentedAliases(
  written: ts.TypeNode | undefined,
  checker: ts.TypeChecker,
): readonly ts.TypeAliasDeclaration[] {
  const found: ts.TypeAliasDeclaration[] = [];
  const first = aliasDeclaration(written, checker) ?? nullableUnion(written, checker);
  for (let alias = first; alias !== undefined && !found.includes(alias);) {
    // An alias of the library, such as Partial, does not describe the resulting type.
    if (!alias.getSourceFile().hasNoDefaultLib && alias.name.text !== 'integer' && hasComment(alias)) found.push(alias);
    alias = aliasDeclaration(alias.type, checker);
  }
  return found;
}

/**
 * Returns the alias `Shape` of `Shape | null`: TypeScript merges both into one union and forgets
 * the alias.
 */
function nullableUnion(written: ts.TypeNode | undefined, checker: ts.TypeChecker): ts.TypeAliasDeclaration | undefined {
  if (written === undefined || !ts.isUnionTypeNode(written)) return undefined;
  const [only, ...others] = written.types.filter((one) => !isNothing(one));
  const alias = others.length === 0 ? aliasDeclaration(only, checker) : undefined;
  return alias !== undefined && checker.getTypeFromTypeNode(alias.type).isUnion() ? alias : undefined;
}

function isNothing(node: ts.TypeNode): boolean {
  if (node.kind === ts.SyntaxKind.UndefinedKeyword) return true;
  return ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword;
}

function hasComment(declaration: ts.Declaration): boolean {
  return ts.getJSDocCommentsAndTags(declaration).length > 0 || inlineJsDoc(declaration) !== undefined;
}

/** Returns the alias that a type node names. */
export function aliasDeclaration(
  written: ts.TypeNode | undefined,
  checker: ts.TypeChecker,
): ts.TypeAliasDeclaration | undefined {
  if (written === undefined) return undefined;
  if (ts.isParenthesizedTypeNode(written)) return aliasDeclaration(written.type, checker);
  if (!ts.isTypeReferenceNode(written)) return undefined;
  const local = checker.getSymbolAtLocation(written.typeName);
  const symbol = local !== undefined && local.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(local) : local;
  return symbol?.declarations?.find(ts.isTypeAliasDeclaration);
}

/** Returns the keywords in the tags of a declaration. Reports unreadable ones. */
function tagKeywords(symbol: ts.Symbol, declaration: ts.Node | undefined, read: Reader): JsonSchemaObject {
  const comment = commentForModel(symbol, read);
  if (declaration !== undefined)
    for (const finding of doubtfulTags(comment, symbol.name)) read.warn(declaration, finding);
  return keywordsOfTags(comment.tags, `'${symbol.name}'`, (finding) =>
    read.at(declaration, () => read.report(finding)),
  );
}

/** Returns tags as keywords. Ignores other tags. */
export function keywordsOfTags(
  tags: readonly Tag[],
  where: string,
  report: (finding: Finding) => void,
): JsonSchemaObject {
  const constraints: Record<string, Constant> = {};
  const keywords: Record<string, JsonValue> = {};
  const examples: JsonValue[] = [];
  const itemTags: Tag[] = [];
  for (const { name, text } of tags) {
    if (name === 'example' || name === 'examples') examples.push(...readExamples(name, text));
    else if (name === 'default') keywords['default'] = jsonOrText(text);
    else if (name === 'deprecated') keywords['deprecated'] = text !== 'false';
    else if (name === 'minProperties' || name === 'maxProperties') keywords[name] = Number(text);
    else if (name === 'items') itemTags.push(...itemTag(text));
    else if (INTEGER_TAGS.has(name)) {
      if (name === 'integer' || text === 'integer' || text === '{integer}') constraints['integer'] = true;
    } else if (CONSTRAINT_NAMES.includes(name)) constraints[name] = constraintValue(name, text);
  }
  const read = paramKeywords(constraints, { where, trusted: tags.some((tag) => tag.name === 'trustedPattern') });
  for (const finding of read.findings) report(finding);
  const items = itemTags.length === 0 ? {} : { items: keywordsOfTags(itemTags, `the items of ${where}`, report) };
  return { ...read.keywords, ...keywords, ...items, ...(examples.length === 0 ? {} : { examples }) };
}

/** Reads `@items.minimum 0`: the part after the point is a tag for each item. */
function itemTag(text: string): readonly Tag[] {
  const [, name, value = ''] = /^\.([\w-]+)\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined) return [];
  return [name === 'type' ? { name: 'asType', text: value } : { name, text: value.trim() }];
}

const INTEGER_TAGS = new Set(['integer', 'asType', 'TJS-type']);

/**
 * Reads the value of a constraint. `@pattern` has an expression with or without slashes, and
 * `@format` a word. Everything else is JSON.
 */
function constraintValue(name: string, text: string): Constant {
  if (name === 'pattern') {
    const slashes = /^\/(.*)\/([a-z]*)$/s.exec(text);
    return slashes === null ? text : expression(slashes[1] ?? '', slashes[2] ?? '');
  }
  if (name === 'format') return text;
  if (name === 'uniqueItems' && text === '') return true;
  return jsonOrText(text);
}

function expression(source: string, flags: string): Constant {
  try {
    return new RegExp(source, flags);
  } catch {
    return source;
  }
}

function readExamples(name: string, text: string): readonly JsonValue[] {
  const value = jsonOrText(text);
  return name === 'examples' && Array.isArray(value) ? (value as JsonValue[]) : [value];
}

/** Parses JSON, or returns the text itself: `@default 5`, `@default "a"`, `@default a`. */
export function jsonOrText(text: string): JsonValue {
  const inner = /^```\w*\n(.*?)\n?```$/s.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(inner) as JsonValue;
  } catch {
    return /^'([^']*)'$/.exec(inner)?.[1] ?? inner;
  }
}
