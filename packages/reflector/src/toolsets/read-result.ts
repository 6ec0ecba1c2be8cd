import { referenceSchema } from '@haft/schema/internal';
import type { ToolModel } from '../model.js';
import { ts } from '../program/typescript.js';
import { firstUnsupported, type TypeNode, type UnsupportedNode } from '../types/model.js';
import { allowsUndefined } from '../types/read/object-type.js';
import { writeSchema } from '../types/write/schema-writer.js';
import { wireType } from '../types/write/wire-type.js';
import { checkReturnedRelations } from './check-relations.js';
import type { ReadingContext } from './reading-context.js';
import { referenceType } from './reference-type.js';
import { resultType } from './result-type.js';
import type { ToolBeingRead, ToolDeclaration } from './tool-source.js';

/**
 * Returns the schema of a tool's result. If there is none, reports that, unless there is nothing to
 * describe, and returns undefined.
 */
export function readResult(signature: ts.Signature, tool: ToolBeingRead, context: ReadingContext): ToolModel['result'] {
  const { checker, names, resultTypes, resultHooks } = context;
  const { declaration, reportAt } = tool.source;
  const type = resultType(signature.getReturnType(), names, checker);
  if (type === undefined) return undefined;
  const place = declaration.type ?? declaration.name ?? reportAt;
  const writtenType = writtenResult(type, declaration, checker);
  const reference = referenceType(type, writtenType, context);
  const read = (): TypeNode =>
    resultTypes.read(reference?.type ?? type, reference === undefined ? writtenType : reference.written).node;
  const node = resultTypes.at(place, () => resultTypes.within(tool.name, () => resultTypes.within('result', read)));
  const unsupported = firstUnsupported(node);
  if (unsupported !== undefined) {
    reportResult(unsupported, place, tool, context);
    return undefined;
  }
  checkReturnedRelations(node, tool.name, place, context.diagnostics);
  const { returns } = tool.comment;
  const mayBeMissing = allowsUndefined(type) || context.program.getCompilerOptions().strict !== true;
  if (reference !== undefined) {
    const { name, text } = reference;
    return {
      schema: referenceSchema(text, returns),
      wireType: '{ $ref: string; type: string; preview: string }',
      mayBeMissing,
      reference: { name, type: text, schema: writeSchema(node, resultHooks).schema },
    };
  }
  const described: TypeNode = returns === undefined ? node : { ...node, description: returns };
  return {
    schema: writeSchema(described, resultHooks).schema,
    wireType: wireType(described, resultHooks),
    mayBeMissing,
  };
}

function reportResult(
  { finding }: UnsupportedNode,
  place: ts.Node,
  { name }: ToolBeingRead,
  { diagnostics }: ReadingContext,
): void {
  if (finding.code === 'HAFT1041') return;
  diagnostics.at(place, {
    code: 'HAFT1050',
    severity: 'warning',
    message: `The result of '${name}' has no schema. ${finding.message}`,
    fix: finding.fix,
  });
}

/** Returns `T` of a written `Promise<T>`. */
function writtenResult(type: ts.Type, declaration: ToolDeclaration, checker: ts.TypeChecker): ts.TypeNode | undefined {
  let node = declaration.type;
  while (node !== undefined && ts.isTypeReferenceNode(node) && node.typeArguments?.length === 1) {
    if (checker.getTypeFromTypeNode(node) === type) return node;
    node = node.typeArguments[0];
  }
  return node;
}
