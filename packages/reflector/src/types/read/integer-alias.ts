import type { ts } from '../../program/typescript.js';
import { aliasDeclaration } from './jsdoc.js';

/**
 * Returns whether a type is written with the alias `integer` of `@haft/core`, also through aliases
 * of the project. TypeScript forgets the alias of a primitive, so only the syntax has it.
 */
export function isIntegerAlias(written: ts.TypeNode | undefined, checker: ts.TypeChecker): boolean {
  if (written === undefined) return false;
  const alias = aliasDeclaration(written, checker);
  return alias !== undefined && (alias.name.text === 'integer' || isIntegerAlias(alias.type, checker));
}
