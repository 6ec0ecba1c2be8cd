import { ts } from '../program/typescript.js';

/**
 * Yields a class and its base classes, nearest first. The checker knows the classes that an
 * expression returns: the instances of `Audited(Base)` have the type `Mixed & Base`.
 */
export function* baseClasses(
  declaration: ts.ClassLikeDeclaration,
  checker: ts.TypeChecker,
): Generator<ts.ClassLikeDeclaration> {
  const seen = new Set<ts.ClassLikeDeclaration>();
  const waiting = [declaration];
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    if (seen.has(one)) continue;
    seen.add(one);
    yield one;
    waiting.unshift(...directBases(one, checker));
  }
}

/** Returns the expression after `extends`. */
export function baseExpression(declaration: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
  return declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
}

/**
 * Returns the classes that a class extends: by `extends`, which may be a mixin of several, and by
 * an interface of its name, for methods that a mixin copies.
 */
export function directBases(
  declaration: ts.ClassLikeDeclaration,
  checker: ts.TypeChecker,
): readonly ts.ClassLikeDeclaration[] {
  const base = baseExpression(declaration);
  // The class of a mixin extends its parameter. Each use has another class there.
  const isParameter = base !== undefined && isTypeParameter(checker.getTypeAtLocation(base.expression));
  const types = [...(base === undefined || isParameter ? [] : [base]), ...mergedBases(declaration, checker)];
  return types
    .map((one) => checker.getTypeAtLocation(one))
    .flatMap((type) => (type.isIntersection() ? type.types : [type]))
    .flatMap((type) => type.getSymbol()?.declarations?.find(ts.isClassLike) ?? []);
}

/** Returns the bases of `interface Tools extends Copied {}`, next to `class Tools`. */
function mergedBases(
  { name }: ts.ClassLikeDeclaration,
  checker: ts.TypeChecker,
): readonly ts.ExpressionWithTypeArguments[] {
  const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
  const interfaces = symbol?.declarations?.filter(ts.isInterfaceDeclaration) ?? [];
  return interfaces.flatMap(({ heritageClauses = [] }) => heritageClauses.flatMap(({ types }) => types));
}

/** Returns the constructor of a class, or the nearest inherited one. */
export function constructorOf(
  declaration: ts.ClassLikeDeclaration,
  checker: ts.TypeChecker,
): ts.ConstructorDeclaration | undefined {
  for (const one of baseClasses(declaration, checker)) {
    const constructors = one.members.filter(ts.isConstructorDeclaration);
    const found = constructors.find((member) => member.body !== undefined) ?? constructors[0];
    if (found !== undefined && !(passesOn(found) && baseExpression(one) !== undefined)) return found;
  }
  return undefined;
}

/** Returns whether a constructor has only `...args`, as TypeScript demands of a mixin. */
function passesOn({ parameters }: ts.ConstructorDeclaration): boolean {
  return parameters.length === 1 && parameters[0]?.dotDotDotToken !== undefined;
}

function isTypeParameter(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.TypeParameter) !== 0;
}
