import type ts from 'typescript';
import { ts as typescript } from './typescript.js';

/**
 * Returns whether the file that declares a `const` changes its object: `LIMITS.max = 5`,
 * `MODES.push('x')`. Ignores changes from other files, which `as const` and `Object.freeze`
 * prevent.
 */
export function isChangedInItsFile(declaration: ts.VariableDeclaration): boolean {
  if (!typescript.isIdentifier(declaration.name)) return true;
  const file = declaration.getSourceFile();
  let names = changedNames.get(file);
  if (names === undefined) changedNames.set(file, (names = findChangedNames(file)));
  return names.has(declaration.name.text);
}

const changedNames = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

const CHANGING_METHODS = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  ...['set', 'add', 'delete', 'clear', 'compile'],
]);
const CHANGING_FUNCTIONS = new Set([
  'assign',
  'defineProperty',
  'defineProperties',
  'setPrototypeOf',
  'deleteProperty',
]);

function findChangedNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const changed = changedBy(node);
    const root = changed && rootOf(changed);
    if (root !== undefined) names.add(root);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** Returns the expression that a node changes. */
function changedBy(node: ts.Node): ts.Expression | undefined {
  if (typescript.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const { FirstAssignment, LastAssignment } = typescript.SyntaxKind;
    return kind >= FirstAssignment && kind <= LastAssignment ? node.left : undefined;
  }
  if (typescript.isDeleteExpression(node)) return node.expression;
  if (typescript.isPostfixUnaryExpression(node)) return node.operand;
  if (typescript.isPrefixUnaryExpression(node)) {
    const { PlusPlusToken, MinusMinusToken } = typescript.SyntaxKind;
    return node.operator === PlusPlusToken || node.operator === MinusMinusToken ? node.operand : undefined;
  }
  if (typescript.isCallExpression(node) && typescript.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    if (CHANGING_METHODS.has(name.text)) return expression;
    if (CHANGING_FUNCTIONS.has(name.text)) return node.arguments[0];
  }
  return undefined;
}

/** Returns the first name of an access: `LIMITS` for `LIMITS.a['b']`. */
function rootOf(expression: ts.Expression): string | undefined {
  let node = expression;
  while (typescript.isPropertyAccessExpression(node) || typescript.isElementAccessExpression(node))
    node = node.expression;
  return typescript.isIdentifier(node) ? node.text : undefined;
}
