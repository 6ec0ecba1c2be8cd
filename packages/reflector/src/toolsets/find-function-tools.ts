import { ts } from '../program/typescript.js';
import type { HaftNames } from './haft-names.js';

/** A call of `defineTool` that is given a function. */
export interface FunctionToolCall {
  readonly call: ts.CallExpression;
  /** The first argument. */
  readonly target: ts.Expression;
}

/** All calls of Haft's `defineTool` that are given a function, in order, wherever in the files they stand. */
export function findFunctionTools(
  files: readonly ts.SourceFile[],
  names: HaftNames,
  checker: ts.TypeChecker,
): readonly FunctionToolCall[] {
  // A file may have it under another name from a file of the project, but some file says the name.
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
  // Of another property than this one the type of its object would be computed for nothing.
  if (ts.isPropertyAccessExpression(callee) ? callee.name.text !== NAME : !ts.isIdentifier(callee)) return false;
  return names.ofExpression(callee) === NAME;
}

/** Else it is an object that says the schema and the function. */
function isFunction(target: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isObjectLiteralExpression(target)) return false;
  return checker.getTypeAtLocation(target).getCallSignatures().length > 0;
}
