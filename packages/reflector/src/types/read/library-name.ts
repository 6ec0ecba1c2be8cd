import type { ts } from '../../program/typescript.js';
import type { Reader } from './type-handler.js';

/** The name of a type that TypeScript's own library or Node's types declare; undefined for every other type. */
export function libraryName(type: ts.Type, { program }: Pick<Reader, 'program'>): string | undefined {
  const symbol = type.getSymbol();
  const file = symbol?.declarations?.[0]?.getSourceFile();
  if (symbol === undefined || file === undefined) return undefined;
  return program.isSourceFileDefaultLibrary(file) || file.fileName.includes('/node_modules/@types/node/')
    ? symbol.name
    : undefined;
}
