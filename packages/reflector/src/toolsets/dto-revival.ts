import type { Revival } from '../model.js';
import { ts } from '../program/typescript.js';
import type { InstanceNode } from '../types/model.js';
import { constructorOf } from './base-classes.js';
import type { ReadingContext } from './reading-context.js';

/** Returns how an object of the arguments becomes an instance of its class. Reports problems. */
export function dtoRevival(
  { instanceOf: { symbol } }: InstanceNode,
  rules: Pick<Extract<Revival, { readonly kind: 'dto' }>, 'uncovered' | 'transformed' | 'rules' | 'fromLibrary'>,
  { references, checker, diagnostics }: Pick<ReadingContext, 'references' | 'checker' | 'diagnostics'>,
): Revival | undefined {
  const declaration = symbol.valueDeclaration;
  if (declaration === undefined || !ts.isClassLike(declaration)) return undefined;
  const at = declaration.getSourceFile().isDeclarationFile ? declaration : (declaration.name ?? declaration);
  const reference = references.of(symbol);
  if (reference === undefined) {
    diagnostics.at(at, {
      code: 'HAFT1046',
      message: `Arguments become instances of '${symbol.name}', which no module exports.`,
      fix: `Export '${symbol.name}'. Make it an interface only if it has no decorators: an interface has no rules.`,
    });
    return undefined;
  }
  const problem = cannotConstruct(declaration, checker);
  if (problem !== undefined) {
    diagnostics.at(at, {
      code: 'HAFT1047',
      message: `Arguments become instances of '${symbol.name}' by 'new ${symbol.name}()', but ${problem}.`,
      fix: 'Give every constructor parameter a default. Make the type an interface only if it has no decorators: an interface has no rules.',
    });
    return undefined;
  }
  return { kind: 'dto', class: reference, ...rules };
}

function cannotConstruct(declaration: ts.ClassLikeDeclaration, checker: ts.TypeChecker): string | undefined {
  if (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Abstract) return 'the class is abstract';
  const constructor = constructorOf(declaration, checker);
  if (constructor === undefined) return undefined;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  if (ts.getCombinedModifierFlags(constructor) & hidden) return 'its constructor is not public';
  const required = constructor.parameters.find(
    (one) => one.initializer === undefined && one.questionToken === undefined && one.dotDotDotToken === undefined,
  );
  return required === undefined ? undefined : `its constructor wants '${required.name.getText()}'`;
}
