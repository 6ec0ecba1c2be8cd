import type { FunctionToolModel } from '../model.js';
import { ts } from '../program/typescript.js';
import type { FunctionToolCall } from './find-function-tools.js';
import { readTool } from './read-tool.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolDeclaration, ToolsetDefaults } from './tool-source.js';

/** Reads a function that `defineTool` makes a tool; undefined when it has problems, which are reported. */
export function readFunctionTool(
  { call, target }: FunctionToolCall,
  context: ReadingContext,
): FunctionToolModel | undefined {
  const { diagnostics, references } = context;
  const symbol = symbolOf(target, context.checker);
  const found = symbol === undefined ? undefined : functionOf(symbol);
  const reference = symbol === undefined || found === undefined ? undefined : references.of(symbol);
  if (symbol === undefined || found === undefined || reference === undefined) {
    diagnostics.at(target, {
      code: 'HAFT1014',
      message: `defineTool is given ${found === undefined ? 'something else than the name of a function' : `'${target.getText()}', which no module exports`}: the generated module cannot import it.`,
      fix: "Declare it with 'export function' or 'export const', and give defineTool its name; or give defineTool a schema.",
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

/** A function stands in no toolset that would say something of it. */
const NO_DEFAULTS: ToolsetDefaults = { prefix: undefined, version: '0', hints: undefined };

function symbolOf(expression: ts.Expression, checker: ts.TypeChecker): ts.Symbol | undefined {
  if (!ts.isIdentifier(expression) && !ts.isPropertyAccessExpression(expression)) return undefined;
  const name = ts.isIdentifier(expression) ? expression : expression.name;
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The function that a symbol always stands for: a variable that may change could be another one at run time. */
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
