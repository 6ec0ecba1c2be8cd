import { ts } from '../program/typescript.js';
import type { HaftDecorator } from './haft-names.js';
import type { ReadingContext } from './reading-context.js';

/** A method that a decorator names. */
export interface NamedMethod {
  readonly decorator: HaftDecorator;
  readonly name: string;
}

/** Returns the signature of a public instance method, or reports that there is none. */
export function methodOf(
  owner: ts.ClassLikeDeclaration,
  { decorator, name }: NamedMethod,
  { checker, diagnostics }: ReadingContext,
): ts.Signature | undefined {
  const symbol = checker.getPropertyOfType(checker.getTypeAtLocation(owner), name);
  const flags = symbol?.valueDeclaration === undefined ? 0 : ts.getCombinedModifierFlags(symbol.valueDeclaration);
  const isHidden = (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
  const [signature] = symbol === undefined ? [] : checker.getTypeOfSymbolAtLocation(symbol, owner).getCallSignatures();
  if (signature !== undefined && !isHidden) return signature;
  diagnostics.at(decorator.node, {
    code: 'HAFT1080',
    message: `@${decorator.name} names '${name}', which is not a public instance method of ${owner.name?.text ?? 'the class'}.`,
    fix: 'Write the method in this class, public and not static, or correct the name.',
  });
  return undefined;
}

/** Reports a method with other parameters or another result. */
export function reportMisfit({ decorator, name }: NamedMethod, fix: string, { diagnostics }: ReadingContext): void {
  diagnostics.at(decorator.node, {
    code: 'HAFT1081',
    message: `@${decorator.name} names '${name}', which has other parameters or another result.`,
    fix,
  });
}
