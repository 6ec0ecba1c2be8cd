import { dirname, join } from 'node:path';
import { ts } from './typescript.js';

/** The import of a name whose file is not found: a clause for messages. */
export interface UnresolvedImport {
  /** `'./store' is not found`. */
  readonly what: string;
  readonly fix: string;
}

/** Returns the unresolved import of the name of a type or of an expression, if there is one. */
export function unresolvedImport(written: ts.Node | undefined, checker: ts.TypeChecker): UnresolvedImport | undefined {
  const name = written === undefined ? undefined : rootName(written);
  const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
  const specifier = symbol?.declarations?.map(specifierOf).find((one) => one !== undefined);
  if (specifier === undefined || checker.getSymbolAtLocation(specifier) !== undefined) return undefined;
  const { text } = specifier;
  const better = withExtension(specifier);
  return {
    what: `the import of '${text}' is not found`,
    fix:
      better === undefined
        ? `Correct the import of '${text}'. \`tsc --noEmit\` has the details.`
        : `Import it from '${better}'.`,
  };
}

function rootName(node: ts.Node): ts.Identifier | undefined {
  if (ts.isIdentifier(node)) return node;
  if (ts.isPropertyAccessExpression(node)) return rootName(node.expression);
  if (ts.isTypeReferenceNode(node)) return rootName(node.typeName);
  if (ts.isQualifiedName(node)) return rootName(node.left);
  if (ts.isArrayTypeNode(node)) return rootName(node.elementType);
  if (ts.isUnionTypeNode(node)) return node.types.map(rootName).find((one) => one !== undefined);
  return undefined;
}

function specifierOf(declaration: ts.Declaration): ts.StringLiteral | undefined {
  const statement = ts.findAncestor(declaration, ts.isImportDeclaration);
  return statement !== undefined && ts.isStringLiteral(statement.moduleSpecifier)
    ? statement.moduleSpecifier
    : undefined;
}

/** Returns `./store.js` for `./store`, if the file exists and Node's modules need the extension. */
function withExtension(specifier: ts.StringLiteral): string | undefined {
  const { text } = specifier;
  if (!text.startsWith('.') || /\.[cm]?[jt]sx?$/.test(text)) return undefined;
  const path = join(dirname(specifier.getSourceFile().fileName), text);
  if (['.ts', '.tsx'].some((one) => ts.sys.fileExists(path + one))) return `${text}.js`;
  return ts.sys.fileExists(join(path, 'index.ts')) ? `${text}/index.js` : undefined;
}
