import type { BesideModel, ParameterModel } from '../model.js';
import { isConstantObject, type Constant } from '../program/constant.js';
import { evaluate } from '../program/evaluate.js';
import { ts } from '../program/typescript.js';
import type { HaftDecorator } from './haft-names.js';
import { methodOf, reportMisfit, type NamedMethod } from './named-method.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolsetDefaults, ToolSource } from './tool-source.js';

/** The tool whose decorators name other methods. */
interface Tool {
  readonly source: ToolSource;
  readonly signature: ts.Signature;
  readonly parameters: readonly ParameterModel[];
  readonly single: boolean;
  readonly readOnly: boolean;
}

/**
 * Reads `@Effect`, `@Preview` and `@Background` of a tool, and reports methods that do not fit.
 * Returns undefined if the tool has none of them.
 */
export function readBeside(
  tool: Tool,
  { declaration: owner }: ToolsetDefaults,
  context: ReadingContext,
): BesideModel | undefined {
  const { declaration, overridden } = tool.source;
  const places = [declaration, ...(overridden === undefined ? [] : [overridden])];
  const find = (name: string, others: readonly ts.Node[] = []): HaftDecorator | undefined =>
    [...places, ...others].map((one) => context.names.decorator(one, name)).find((one) => one !== undefined);
  const [effect, preview, background] = ['Effect', 'Preview', 'Background'].map((name) => find(name));
  if (owner === undefined || (effect ?? preview ?? background) === undefined) return undefined;
  const ofClass = (name: string): boolean => find(name, [owner]) !== undefined;
  if (background !== undefined && ofClass('External'))
    reportConflict(
      background,
      {
        why: "'@External()' lets another system execute the call, so nothing can run later",
        fix: 'Remove @Background. The other system decides when it executes the call.',
      },
      context,
    );
  if (effect !== undefined && tool.readOnly)
    reportConflict(
      effect,
      {
        why: 'its hints say that it changes nothing',
        fix: 'If the tool changes something, remove `readOnly` from its hints. Only if it never does, remove @Effect.',
      },
      context,
      'warning',
    );
  if (preview !== undefined && !ofClass('RequiresApproval'))
    reportConflict(
      preview,
      {
        why: 'no approval is required, so people see the preview only if code asks',
        fix: 'Add @RequiresApproval() if a person should approve the call. Else remove @Preview.',
      },
      context,
      'warning',
    );
  const reconcileName = effect === undefined ? undefined : nameIn(effect, 'reconcile', context);
  const previewName = preview === undefined ? undefined : nameIn(preview, undefined, context);
  const reconcile =
    effect && reconcileName && reconcileOf(tool, owner, { decorator: effect, name: reconcileName }, context);
  const previewed =
    preview && previewName && previewOf(tool, owner, { decorator: preview, name: previewName }, context);
  return { ...(reconcile && { reconcile }), ...(previewed && { preview: previewed }) };
}

function previewOf(
  { signature, source }: Tool,
  owner: ts.ClassLikeDeclaration,
  named: NamedMethod,
  context: ReadingContext,
): BesideModel['preview'] {
  const { checker } = context;
  const found = methodOf(owner, named, context);
  if (found === undefined) return undefined;
  const own = signature.getParameters();
  const wrong = found.getParameters().some((one, index) => {
    const given = own[index];
    const type = (symbol: ts.Symbol): ts.Type => checker.getTypeOfSymbolAtLocation(symbol, source.place);
    return given === undefined || !checker.isTypeAssignableTo(type(given), type(one));
  });
  if (wrong || !hasProperty(found, 'text', checker)) {
    reportMisfit(named, 'It takes the first parameters of the tool, and returns a Preview.', context);
    return undefined;
  }
  return { method: named.name, parameters: found.getParameters().length };
}

function reconcileOf(
  { parameters, single, source }: Tool,
  owner: ts.ClassLikeDeclaration,
  named: NamedMethod,
  context: ReadingContext,
): string | undefined {
  const { checker } = context;
  const found = methodOf(owner, named, context);
  if (found === undefined) return undefined;
  const [key, args] = found.getParameters().map((one) => checker.getTypeOfSymbolAtLocation(one, source.place));
  const names = new Set(parameters.flatMap((one) => (one.kind === 'run' ? [] : [one.name])));
  const takesKey = key === undefined || checker.isTypeAssignableTo(checker.getStringType(), key);
  const takesArguments = single || args === undefined || args.getProperties().every((one) => names.has(one.name));
  if (!takesKey || !takesArguments || found.getParameters().length > 3 || !hasProperty(found, 'kind', checker)) {
    reportMisfit(
      named,
      'It takes (key: string, args, run), with the arguments by name, and returns Reconciled.',
      context,
    );
    return undefined;
  }
  return named.name;
}

/** Returns whether the result, or each member of its union, has a property. `any` has all. */
function hasProperty(signature: ts.Signature, name: string, checker: ts.TypeChecker): boolean {
  const result = checker.getReturnTypeOfSignature(signature);
  const value = checker.getAwaitedType(result) ?? result;
  const members = value.isUnion() ? value.types : [value];
  return members.every((one) => (one.flags & ts.TypeFlags.Any) !== 0 || one.getProperty(name) !== undefined);
}

function nameIn(
  { name: decorator, args, bindings }: HaftDecorator,
  option: string | undefined,
  { checker, diagnostics }: ReadingContext,
): string | undefined {
  const [expression] = args;
  if (expression === undefined) return undefined;
  const found = evaluate(expression, checker, bindings);
  const value: Constant = 'value' in found ? inOptions(found.value, option) : undefined;
  if ('value' in found) return typeof value === 'string' ? value : undefined;
  diagnostics.at(found.node, {
    code: 'HAFT1100',
    message: `@${decorator}: ${found.reason}.`,
    fix: 'Write the name of the method as a literal, or as a const that is a literal.',
  });
  return undefined;
}

function inOptions(value: Constant, option: string | undefined): Constant {
  if (option === undefined) return value;
  return isConstantObject(value) ? value[option] : undefined;
}

function reportConflict(
  { node, name }: HaftDecorator,
  { why, fix }: { readonly why: string; readonly fix: string },
  { diagnostics }: ReadingContext,
  severity: 'error' | 'warning' = 'error',
): void {
  diagnostics.at(node, {
    code: 'HAFT1082',
    severity,
    message: `@${name} does not fit the tool: ${why}.`,
    fix,
  });
}
