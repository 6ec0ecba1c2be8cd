import type ts from 'typescript';

/**
 * Types of values that the program builds itself, and types that say nothing. JavaScript may add
 * properties to such values at any time.
 */
export class OwnTypes {
  constructor(
    private readonly compiler: typeof ts,
    private readonly source: ts.SourceFile,
  ) {}

  /** Returns whether a type is unknown, or has a part that the program builds. */
  includes(type: ts.Type): boolean {
    const { TypeFlags } = this.compiler;
    if (type.isUnionOrIntersection()) return type.types.some((one) => this.includes(one));
    if ((type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never | TypeFlags.Instantiable)) !== 0)
      return true;
    if ((type.flags & TypeFlags.NonPrimitive) !== 0) return true;
    const symbol = type.getSymbol();
    if (symbol === undefined) return (type.flags & TypeFlags.Object) !== 0;
    const declarations = symbol.declarations ?? [];
    return declarations.some((one) => this.isBuilt(one));
  }

  /** Returns whether a declaration is of an object or a function in the program. */
  private isBuilt(declaration: ts.Declaration): boolean {
    const { compiler, source } = this;
    if (declaration.getSourceFile() !== source) return false;
    return !compiler.isInterfaceDeclaration(declaration) && !compiler.isTypeLiteralNode(declaration);
  }
}
