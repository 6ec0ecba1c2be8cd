import type ts from 'typescript';

/** Returns whether a program has syntax that only TypeScript has. */
export function usesTypes(compiler: typeof ts, source: ts.SourceFile): boolean {
  const { SyntaxKind } = compiler;
  const kinds: ReadonlySet<ts.SyntaxKind> = new Set([
    SyntaxKind.AsExpression,
    SyntaxKind.SatisfiesExpression,
    SyntaxKind.NonNullExpression,
    SyntaxKind.TypeAssertionExpression,
    SyntaxKind.InterfaceDeclaration,
    SyntaxKind.TypeAliasDeclaration,
    SyntaxKind.EnumDeclaration,
    SyntaxKind.ModuleDeclaration,
    SyntaxKind.TypeParameter,
    SyntaxKind.AbstractKeyword,
    SyntaxKind.DeclareKeyword,
    SyntaxKind.PrivateKeyword,
    SyntaxKind.ProtectedKeyword,
    SyntaxKind.PublicKeyword,
    SyntaxKind.ReadonlyKeyword,
  ]);

  function isTyped(node: ts.Node): boolean {
    return (
      (node.kind >= SyntaxKind.FirstTypeNode && node.kind <= SyntaxKind.LastTypeNode) ||
      isKeywordType(node) ||
      kinds.has(node.kind) ||
      (compiler.isParameter(node) && node.questionToken !== undefined) ||
      (compiler.forEachChild(node, isTyped) ?? false)
    );
  }

  /** `string` and the like are keywords and types. */
  function isKeywordType(node: ts.Node): boolean {
    return compiler.isTypeNode(node) && !compiler.isExpressionWithTypeArguments(node);
  }

  return isTyped(source);
}
