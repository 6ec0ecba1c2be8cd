import type { FunctionToolModel } from '../model.js';
import { ts } from '../program/typescript.js';
import { checkOptions } from './check-options.js';
import type { FunctionToolCall } from './find-function-tools.js';
import { readTool } from './read-tool.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolDeclaration, ToolsetDefaults } from './tool-source.js';

/**
 * Reads a function that `defineTool` makes a tool. Reports problems, and then returns undefined.
 */
export function readFunctionTool(
  { call, target }: FunctionToolCall,
  context: ReadingContext,
): FunctionToolModel | undefined {
  const { diagnostics, references } = context;
  checkOptions({ name: 'defineTool', call }, context.checker, diagnostics);
  const symbol = symbolOf(target, context.checker);
  const found = symbol === undefined ? undefined : functionOf(symbol);
  const reference = symbol === undefined || found === undefined ? undefined : references.of(symbol);
  if (symbol === undefined || found === undefined || reference === undefined) {
    diagnostics.at(target, {
      code: 'HAFT1014',
      message: `defineTool got ${found === undefined ? 'an expression that is not the name of a function' : `'${target.getText()}', which no module exports`}, so the generated module cannot import it.`,
      fix: "Declare it with 'export function' or 'export const', and pass its name to defineTool. Or pass a schema to defineTool.",
    });
    return undefined;
  }
  const isOwn = !found.declaration.getSourceFile().isDeclarationFile;
  const tool = readTool(
    {
      symbol,
      declaration: found.declaration,
      name: reference.name,
      saidBy: 'defineTool',
      kind: 'tool',
      options: call.arguments[1],
      place: isOwn ? found.declaration : call,
      reportAt: isOwn ? (found.name ?? found.declaration) : target,
    },
    NO_DEFAULTS,
    context,
  );
  const source = diagnostics.fileName(call.getSourceFile().fileName);
  return tool === undefined ? undefined : { function: reference, source, tool };
}

/** A function is in no toolset with defaults. */
const NO_DEFAULTS: ToolsetDefaults = { prefix: undefined, version: '0', hints: undefined };

function symbolOf(expression: ts.Expression, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (!ts.isIdentifier(expression) && !ts.isPropertyAccessExpression(expression)) return undefined;
  const name = ts.isIdentifier(expression) ? expression : expression.name;
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * Returns the function of a symbol that cannot change: a variable could have another one at run
 * time.
 */
function functionOf(
  symbol: ts.Symbol,
): { readonly declaration: ToolDeclaration; readonly name: ts.Node | undefined } | undefined {
  const declaration = symbol.valueDeclaration;
  if (declaration === undefined) return undefined;
  if (ts.isFunctionDeclaration(declaration)) return { declaration, name: declaration.name };
  if (!ts.isVariableDeclaration(declaration) || !(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const))
    return undefined;
  const { initializer, name } = declaration;
  const isFunction =
    initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
  return isFunction ? { declaration: initializer, name } : undefined;
}
