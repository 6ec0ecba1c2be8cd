import { ts } from '../../program/typescript.js';
import type { Reader, TypeHandler } from './type-handler.js';

/**
 * `v${number}.${number}` as a regular expression. It is anchored, because the type covers the whole
 * string.
 */
export const templateLiteral: TypeHandler = {
  name: 'template literal',
  handles: (type) => (type.flags & (ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) !== 0,
  read: (type, read) => {
    const pattern = templatePattern(type, read);
    if (pattern === undefined) {
      return read.unsupported(
        type,
        'has a part that no regular expression can say',
        'Use `string` with @Param({ pattern }).',
      );
    }
    return {
      kind: 'leaf',
      schema: { type: 'string', pattern: `^${pattern}$` },
      wire: read.checker.typeToString(type, undefined, WHOLE),
    };
  },
};

/** Prints the full type, not the name of an alias that the generated module does not know. */
const WHOLE: ts.TypeFormatFlags = ts.TypeFormatFlags.InTypeAlias | ts.TypeFormatFlags.NoTruncation;

/**
 * Returns the regular expression of a template literal type, not anchored, or undefined if a part
 * has none.
 */
export function templatePattern(type: ts.Type, read: Pick<Reader, 'checker'>): string | undefined {
  if (type.flags & ts.TypeFlags.StringMapping) return undefined;
  const { texts, types } = type as ts.TemplateLiteralType;
  const parts = types.map((part) => partPattern(part, read));
  if (parts.includes(undefined)) return undefined;
  return texts.map((text, index) => `${escaped(text)}${parts[index] ?? ''}`).join('');
}

function partPattern(type: ts.Type, read: Pick<Reader, 'checker'>): string | undefined {
  if (type.flags & ts.TypeFlags.String) return '[\\s\\S]*';
  // TypeScript accepts a number in a template only if it prints as the same text. So `1e3`, `01`,
  // `1.0` and `-0` are invalid.
  if (type.flags & ts.TypeFlags.Number) return '(?:0|-?(?:0\\.\\d*[1-9]|[1-9]\\d*(?:\\.\\d*[1-9])?))';
  if (type.flags & ts.TypeFlags.BigInt) return '(?:0|-?[1-9]\\d*)';
  if (type.isStringLiteral() || type.isNumberLiteral()) return escaped(String(type.value));
  if (type.isUnion()) {
    const parts = type.types.map((one) => partPattern(one, read));
    return parts.includes(undefined) ? undefined : `(?:${[...new Set(parts)].sort().join('|')})`;
  }
  if (type.flags & ts.TypeFlags.BooleanLiteral)
    return (type as unknown as { readonly intrinsicName: string }).intrinsicName;
  if (type.flags & ts.TypeFlags.Null) return 'null';
  if (type.flags & ts.TypeFlags.Undefined) return 'undefined';
  return type.flags & ts.TypeFlags.TemplateLiteral ? templatePattern(type, read) : undefined;
}

/**
 * Escapes literal text for a regular expression with the flag `u`, which allows no needless
 * escapes.
 */
function escaped(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
}
