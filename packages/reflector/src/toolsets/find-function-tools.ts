import { ts } from '../program/typescript.js';
import type { HaftNames } from './haft-names.js';

/** A call of `defineTool` with a function. */
export interface FunctionToolCall {
  readonly call: ts.CallExpression;
  /** The first argument. */
  readonly target: ts.Expression;
}

/** Returns all calls of Haft's `defineTool` with a function, in order, anywhere in the files. */
export function findFunctionTools(
  files: readonly ts.SourceFile[],
  names: HaftNames,
  checker: ts.TypeChecker,
): readonly FunctionToolCall[] {
  // A file may import it under another name from the project, but some file has the name.
  if (!files.some((file) => file.text.includes(NAME))) return [];
  const found: FunctionToolCall[] = [];
  const visit = (node: ts.Node): void => {
    const target = ts.isCallExpression(node) && isDefineTool(node.expression, names) ? node.arguments[0] : undefined;
    if (target !== undefined && isFunction(target, checker))
      found.push({ call: target.parent as ts.CallExpression, target });
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return found;
}

const NAME = 'defineTool';

function isDefineTool(callee: ts.Expression, names: HaftNames): boolean {
  // Only for this property: computing the type of another one's object would be wasted work.
  if (ts.isPropertyAccessExpression(callee) ? callee.name.text !== NAME : !ts.isIdentifier(callee)) return false;
  return names.ofExpression(callee) === NAME;
}

/**
 * Returns whether the target is a function. Otherwise it is an object with the schema and the
 * function.
 */
function isFunction(target: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isObjectLiteralExpression(target)) return false;
  return checker.getTypeAtLocation(target).getCallSignatures().length > 0;
}
