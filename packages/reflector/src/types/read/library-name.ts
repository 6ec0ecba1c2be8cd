import { ts } from '../../program/typescript.js';
import type { Reader } from './type-handler.js';

/**
 * Returns the name of a type of TypeScript's own library or of Node's types, or undefined for other
 * types.
 */
export function libraryName(type: ts.Type, { program }: Pick<Reader, 'program'>): string | undefined {
  const symbol = type.getSymbol();
  const file = symbol?.declarations?.[0]?.getSourceFile();
  if (symbol === undefined || file === undefined || !(symbol.flags & DECLARED)) return undefined;
  return program.isSourceFileDefaultLibrary(file) || file.fileName.includes('/node_modules/@types/node/')
    ? symbol.name
    : undefined;
}

/** The methods of a library type have symbols too, but `toString` is not a type. */
const DECLARED = ts.SymbolFlags.Class | ts.SymbolFlags.Interface;
