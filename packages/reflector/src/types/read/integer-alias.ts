import type { ts } from '../../program/typescript.js';
import { aliasDeclaration } from './jsdoc.js';

/**
 * Whether a type is written with the alias `integer` of `@haft/core`. TypeScript forgets the alias of a primitive, so only the
 * syntax can tell; through the project's own aliases of it too.
 */
export function isIntegerAlias(written: ts.TypeNode | undefined, checker: ts.TypeChecker): boolean {
  if (written === undefined) return false;
  const alias = aliasDeclaration(written, checker);
  return alias !== undefined && (alias.name.text === 'integer' || isIntegerAlias(alias.type, checker));
}
