import { ts } from './typescript.js';

/**
 * Returns the name of a member as a property of the object, as the checker knows it: `[Key.A]` has
 * the value of the enum member. Every reader of declarations asks here, so that none knows a member
 * under another name. Returns the source text of a private name, or of one that is not constant.
 */
export function memberName(name: ts.PropertyName, checker: ts.TypeChecker): string {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (!ts.isComputedPropertyName(name)) return name.getText();
  const symbol = checker.getSymbolAtLocation(name);
  return symbol === undefined || symbol.name.startsWith('__') ? name.getText() : symbol.name;
}
