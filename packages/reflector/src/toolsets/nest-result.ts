import type { ts } from '../program/typescript.js';
import { resultType } from './result-type.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolBeingRead } from './tool-source.js';

/** Reports a route that answers with a stream, which no tool call has. Returns whether it did. */
export function reportHttpResult(
  signature: ts.Signature,
  { name, source }: ToolBeingRead,
  { nest, names, checker, diagnostics }: ReadingContext,
): boolean {
  const type = resultType(signature.getReturnType(), names, checker);
  const parts = type === undefined ? [] : type.isUnion() ? type.types : [type];
  const isFile = parts.some((one) => nest.ofType(one) === 'StreamableFile');
  const isObservable = parts.some(isOfRxjs);
  const what = isFile ? 'a StreamableFile' : isObservable ? 'an Observable' : undefined;
  if (what === undefined && !nest.has(source.declaration, 'Sse')) return false;
  diagnostics.at(source.declaration.type ?? source.reportAt, {
    code: 'HAFT1024',
    message: `The tool '${name}' answers with ${what ?? 'server-sent events'}, which only HTTP has.`,
    fix: 'Remove @Tool(), so that the method stays a route only. Or move the work to a method that returns a value.',
  });
  return true;
}

function isOfRxjs(type: ts.Type): boolean {
  const symbol = type.getSymbol();
  return (
    symbol?.name === 'Observable' && symbol.declarations?.[0]?.getSourceFile().fileName.includes('/rxjs/') === true
  );
}
