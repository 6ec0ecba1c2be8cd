import { ts } from '../../program/typescript.js';
import { libraryName } from './library-name.js';
import type { Reader } from './type-handler.js';

/**
 * Returns whether the values of a type of the language or of Node come from a constructor, such as
 * those of `DOMException` and `EventEmitter`: an object of JSON is different, even with the same
 * properties. `Object` stands for every value, and lists are read separately.
 */
export function isLibraryInstance(type: ts.Type, read: Pick<Reader, 'program' | 'checker'>): boolean {
  const name = libraryName(type, read);
  const symbol = type.getSymbol();
  if (name === undefined || symbol === undefined || PLAIN.has(name)) return false;
  if (symbol.flags & ts.SymbolFlags.Class) return true;
  const { valueDeclaration } = symbol;
  if (valueDeclaration === undefined || !(symbol.flags & ts.SymbolFlags.Variable)) return false;
  return read.checker.getTypeOfSymbol(symbol).getConstructSignatures().length > 0;
}

const PLAIN: ReadonlySet<string> = new Set(['Object', 'Array']);
