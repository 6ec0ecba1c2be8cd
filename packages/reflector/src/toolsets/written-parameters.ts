import { evaluate } from '../program/evaluate.js';
import { constantText } from '../program/constant.js';
import { ts } from '../program/typescript.js';
import type { ReadingContext } from './reading-context.js';
import { writtenObject } from './written-object.js';

/** The expressions of an object by name. */
type Written = ReadonlyMap<string, ts.Expression>;

const NONE: Written = new Map();

/**
 * Returns the settings of parameters in the options of a tool, by the name of the parameter. They
 * may say that the application supplies a value, so settings that cannot be read are an error.
 */
export function writtenParameters(
  options: ts.Expression | undefined,
  saidBy: string,
  { checker, diagnostics }: Pick<ReadingContext, 'checker' | 'diagnostics'>,
): Written {
  // The check of the options reports options that are not constant.
  const given = options === undefined ? undefined : expressionsOf(options, checker)?.get('parameters');
  if (given === undefined) return NONE;
  const found = expressionsOf(given, checker);
  if (found !== undefined) return found;
  diagnostics.at(given, {
    code: 'HAFT1100',
    message: `${saidBy} parameters: ${given.getText()} is not an object that the build can read.`,
    fix: 'Write the object in the options, or a const with the object: the build reads who supplies each parameter.',
  });
  return NONE;
}

/** Returns undefined if the names of an object are not known. */
function expressionsOf(expression: ts.Expression, checker: ts.TypeChecker): Written | undefined {
  const literal = writtenObject(expression, checker);
  if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return undefined;
  const found = new Map<string, ts.Expression>();
  for (const one of literal.properties) {
    if (ts.isSpreadAssignment(one)) {
      const spread = expressionsOf(one.expression, checker);
      if (spread === undefined) return undefined;
      for (const [name, value] of spread) found.set(name, value);
    } else if (ts.isPropertyAssignment(one)) {
      const name = nameOf(one.name, checker);
      if (name === undefined) return undefined;
      found.set(name, one.initializer);
    } else if (ts.isShorthandPropertyAssignment(one)) {
      found.set(one.name.text, valueOf(one, checker));
    }
  }
  return found;
}

function nameOf(name: ts.PropertyName, checker: ts.TypeChecker): string | undefined {
  if (!ts.isComputedPropertyName(name)) return name.text;
  const found = evaluate(name.expression, checker);
  return 'value' in found ? constantText(found.value) : undefined;
}

/** Returns the value of `{ name }`: that of the const, or the name itself if it is not one. */
function valueOf(property: ts.ShorthandPropertyAssignment, checker: ts.TypeChecker): ts.Expression {
  const local = checker.getShorthandAssignmentValueSymbol(property);
  const symbol = local !== undefined && local.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(local) : local;
  const declaration = symbol?.valueDeclaration;
  const isConst =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return (isConst ? declaration.initializer : undefined) ?? property.name;
}
