import type { ToolModel } from '../model.js';
import { ts } from '../program/typescript.js';

/**
 * Returns the declaration of a tool's argument: its parameter, or the property of the parameter's
 * type as far as the path can be followed. Returns the given place if the project does not declare
 * it.
 *
 * @param place - the name of the tool's method or function
 */
export function argumentPlace(
  place: ts.Node,
  tool: ToolModel,
  path: readonly (string | number)[],
  checker: ts.TypeChecker,
): ts.Node {
  if (path.length === 0) return place;
  const declaration = checker.getTypeAtLocation(place).getCallSignatures()[0]?.declaration;
  if (declaration === undefined || ts.isJSDocSignature(declaration) || isOfPackage(declaration)) return place;
  const index = tool.parameters.findIndex((one) => one.kind === 'model' && (tool.single || one.name === path[0]));
  const parameter = declaration.parameters[index];
  return parameter === undefined ? place : propertyPlace(parameter, tool.single ? path : path.slice(1), checker);
}

function propertyPlace(
  parameter: ts.ParameterDeclaration,
  path: readonly (string | number)[],
  checker: ts.TypeChecker,
): ts.Node {
  let place: ts.Node = parameter;
  let type = checker.getTypeAtLocation(parameter);
  for (const step of path) {
    const symbol = checker.getPropertyOfType(checker.getNonNullableType(type), String(step));
    const declaration = symbol?.declarations?.[0];
    // Items and other properties (`*`) have no declaration.
    if (symbol === undefined || declaration === undefined || isOfPackage(declaration)) break;
    place = declaration;
    type = checker.getTypeOfSymbol(symbol);
  }
  return place;
}

/** Returns whether a package has the declaration, so that the project cannot change it. */
function isOfPackage(declaration: ts.Node): boolean {
  return declaration.getSourceFile().isDeclarationFile;
}
