import type { ts } from '../program/typescript.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolSource } from './tool-source.js';

/**
 * Returns the only signature of a method or function. If a tool cannot have it, reports that and
 * returns undefined.
 */
export function toolSignature(
  { symbol, place, reportAt, kind }: ToolSource,
  name: string,
  { checker, diagnostics }: ReadingContext,
): ts.Signature | undefined {
  const type = checker.getTypeOfSymbolAtLocation(symbol, place);
  const signatures = type.getCallSignatures();
  const [signature] = signatures;
  if (signature === undefined) return undefined;
  if (signatures.length > 1) {
    diagnostics.at(reportAt, {
      code: 'HAFT1044',
      message: `The ${kind} '${name}' has ${signatures.length} overloads, but a ${kind} has only one schema.`,
      fix: 'Leave one signature, with a union type where the overloads differ.',
    });
    return undefined;
  }
  if ((signature.getTypeParameters() ?? []).length > 0) {
    diagnostics.at(reportAt, {
      code: 'HAFT1045',
      message: `The ${kind} '${name}' has type parameters, and a call cannot set them.`,
      fix: 'Write types in their place, or move them to the class and fill them in by `extends`.',
    });
    return undefined;
  }
  return signature;
}
