import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { CONSTRAINT_NAMES, paramKeywords } from '../../constraints/param-keywords.js';
import type { Finding } from '../../diagnostics/diagnostics.js';
import type { Constant } from '../../program/constant.js';
import { ts } from '../../program/typescript.js';
import { commentOf, type Tag } from './comments.js';
import type { Reader } from './type-handler.js';

/* What comments say of a declaration: a text, and keywords by tags. */

/** The comment of a symbol as text; undefined without one. */
export function documentationOf(symbol: ts.Symbol, read: Pick<Reader, 'checker' | 'program'>): string | undefined {
  return commentOf(symbol, read).text;
}

/** The comment and keywords of an alias of a primitive, `/** @pattern ... *\/ type Sku = string`, which the type has lost. */
export function aliasTexts(
  written: ts.TypeNode | undefined,
  read: Reader,
): { readonly description?: string | undefined; readonly keywords: JsonSchemaObject } {
  const alias = aliasDeclaration(written, read.checker);
  const symbol = alias === undefined ? undefined : read.checker.getSymbolAtLocation(alias.name);
  if (alias === undefined || symbol === undefined || alias.name.text === 'integer') return { keywords: {} };
  const inner = aliasTexts(alias.type, read);
  return {
    description: documentationOf(symbol, read) ?? inner.description,
    keywords: { ...inner.keywords, ...tagKeywords(symbol, alias, read) },
  };
}

/** The alias that a type node names. */
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

/** The keywords that the tags of a declaration say. What cannot be read is reported. */
export function tagKeywords(symbol: ts.Symbol, declaration: ts.Node | undefined, read: Reader): JsonSchemaObject {
  const { tags } = commentOf(symbol, read);
  return keywordsOfTags(tags, `'${symbol.name}'`, (finding) => read.at(declaration, () => read.report(finding)));
}

/** What tags say as keywords. Tags that are no keywords are left alone. */
export function keywordsOfTags(
  tags: readonly Tag[],
  where: string,
  report: (finding: Finding) => void,
): JsonSchemaObject {
  const constraints: Record<string, Constant> = {};
  const keywords: Record<string, JsonValue> = {};
  const examples: JsonValue[] = [];
  for (const { name, text } of tags) {
    if (name === 'example' || name === 'examples') examples.push(...readExamples(name, text));
    else if (name === 'default') keywords['default'] = jsonOrText(text);
    else if (name === 'deprecated') keywords['deprecated'] = text !== 'false';
    else if (name === 'minProperties' || name === 'maxProperties') keywords[name] = Number(text);
    else if (INTEGER_TAGS.has(name)) {
      if (name === 'integer' || text === 'integer' || text === '{integer}') constraints['integer'] = true;
    } else if (CONSTRAINT_NAMES.includes(name)) constraints[name] = constraintValue(name, text);
  }
  const read = paramKeywords(constraints, { where, trusted: tags.some((tag) => tag.name === 'trustedPattern') });
  for (const finding of read.findings) report(finding);
  return { ...read.keywords, ...keywords, ...(examples.length === 0 ? {} : { examples }) };
}

const INTEGER_TAGS = new Set(['integer', 'asType', 'TJS-type']);

/** `@pattern` takes an expression with or without slashes; a `@format` is a word; everything else is JSON. */
function constraintValue(name: string, text: string): Constant {
  if (name === 'pattern') {
    const slashes = /^\/(.*)\/([a-z]*)$/s.exec(text);
    return slashes === null ? text : expression(slashes[1] ?? '', slashes[2] ?? '');
  }
  if (name === 'format') return text;
  if (name === 'uniqueItems' && text === '') return true;
  return jsonOrText(text) as Constant;
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

/** JSON where it is JSON, else the text itself: `@default 5`, `@default "a"`, `@default a`. */
export function jsonOrText(text: string): JsonValue {
  const inner = /^```\w*\n(.*?)\n?```$/s.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(inner) as JsonValue;
  } catch {
    return /^'([^']*)'$/.exec(inner)?.[1] ?? inner;
  }
}
