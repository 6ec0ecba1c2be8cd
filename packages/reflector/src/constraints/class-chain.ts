import { memberName } from '../program/member-name.js';
import { ts } from '../program/typescript.js';

/** A class and its base classes, as far as their source is readable. */
export interface ClassChain {
  /** Nearest first. All are in the project's own source. */
  readonly classes: readonly ts.ClassLikeDeclaration[];
  /** A computed base class: `PartialType(CreateDto)`. */
  readonly computed?: ts.Expression;
  /** The first class or base class from a library. Its declaration file has no decorators. */
  readonly library?: ts.ClassLikeDeclaration;
}

/** Follows `extends` from a class type. */
export function classChain(type: ts.Type, checker: ts.TypeChecker): ClassChain {
  const classes: ts.ClassLikeDeclaration[] = [];
  let declaration = classOf(type.symbol, checker);
  while (declaration !== undefined) {
    if (declaration.getSourceFile().isDeclarationFile) return { classes, library: declaration };
    classes.push(declaration);
    const base = baseOf(declaration);
    if (base === undefined) break;
    declaration = classOf(checker.getSymbolAtLocation(base), checker);
    if (declaration === undefined) return { classes, computed: base };
  }
  return { classes };
}

/** Returns the members of a class with this name. */
export function membersNamed(
  declaration: ts.ClassLikeDeclaration,
  name: string,
  checker: ts.TypeChecker,
): readonly ts.ClassElement[] {
  return declaration.members.filter((one) => one.name !== undefined && memberName(one.name, checker) === name);
}

function baseOf(declaration: ts.ClassLikeDeclaration): ts.Expression | undefined {
  const clause = declaration.heritageClauses?.find((one) => one.token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0]?.expression;
}

function classOf(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): ts.ClassLikeDeclaration | undefined {
  const target =
    symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.declarations?.find(ts.isClassLike);
}
