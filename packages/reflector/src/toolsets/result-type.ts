import { ts } from '../program/typescript.js';
import type { HaftNames } from './haft-names.js';

/**
 * Returns the type of a tool's result: promises awaited, the return value of a generator, the value
 * of a `ToolResult`. Returns undefined if there is nothing to describe: `void`, `undefined`,
 * `unknown`, and streams that return nothing.
 */
export function resultType(returned: ts.Type, names: HaftNames, checker: ts.TypeChecker): ts.Type | undefined {
  const awaited = checker.getAwaitedType(returned) ?? returned;
  const name = awaited.getSymbol()?.name;
  const args = isReference(awaited) ? checker.getTypeArguments(awaited) : [];
  if (name === 'AsyncGenerator' || name === 'Generator') {
    return args[1] === undefined ? undefined : resultType(args[1], names, checker);
  }
  if (name === 'AsyncIterable' || name === 'AsyncIterableIterator') return undefined;
  const symbol = awaited.getSymbol();
  if (symbol !== undefined && names.ofSymbol(symbol) === 'ToolResult' && args[0] !== undefined) {
    return resultType(args[0], names, checker);
  }
  const without = ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Unknown | ts.TypeFlags.Never;
  return awaited.flags & without ? undefined : awaited;
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
  );
}
