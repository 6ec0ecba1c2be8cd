import type { Diagnostics, Finding } from '../diagnostics/diagnostics.js';
import { ts } from '../program/typescript.js';

/** A finding about a class that no container can create. */
export interface PlainParameter {
  readonly owner: ts.ClassLikeDeclaration;
  readonly place: ts.Node;
  readonly finding: Finding;
}

/**
 * Reports abstract toolsets, and constructor parameters without a class and without a token. Does
 * not report a class that the project creates itself: `new Reports('monthly')`, or a provider with
 * a factory.
 *
 * @param own - the sources of the project
 */
export function reportPlainParameters(
  plain: readonly PlainParameter[],
  own: readonly ts.SourceFile[],
  { checker, diagnostics }: { readonly checker: ts.TypeChecker; readonly diagnostics: Diagnostics },
): void {
  if (plain.length === 0) return;
  const made = classesMade(own, checker);
  for (const { owner, place, finding } of plain) if (!made.has(owner)) diagnostics.at(place, finding);
}

function classesMade(own: readonly ts.SourceFile[], checker: ts.TypeChecker): ReadonlySet<ts.Declaration> {
  const made = new Set<ts.Declaration>();
  const visit = (node: ts.Node): void => {
    const name = ts.isNewExpression(node) ? node.expression : providedByHand(node);
    const declaration = name && classOf(name, checker);
    if (declaration !== undefined) made.add(declaration);
    ts.forEachChild(node, visit);
  };
  own.forEach(visit);
  return made;
}

function classOf(name: ts.Expression, checker: ts.TypeChecker): ts.Declaration | undefined {
  const local = checker.getSymbolAtLocation(name);
  const symbol = local !== undefined && local.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(local) : local;
  return symbol?.valueDeclaration;
}

/** Returns `X` of `{ provide: X, useFactory: ... }`. */
function providedByHand(node: ts.Node): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const properties = new Map(node.properties.map((one) => [one.name?.getText(), one]));
  const provide = properties.get('provide');
  const isByHand = ['useClass', 'useFactory', 'useValue', 'useExisting'].some((one) => properties.has(one));
  return isByHand && provide !== undefined && ts.isPropertyAssignment(provide) ? provide.initializer : undefined;
}
