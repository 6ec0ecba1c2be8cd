import { isConstantObject, type Constant } from '../../program/constant.js';
import { evaluate } from '../../program/evaluate.js';
import { ts } from '../../program/typescript.js';
import { classChain, membersNamed } from '../class-chain.js';

/** What class-transformer's decorators do with one property when an instance is made of an argument. */
export interface Transformation {
  /** The name in the argument; undefined when the property is taken from no argument. */
  readonly wireName: string | undefined;
  /** `@Transform` changes the value: rules see another value than the schema does. */
  readonly changes: boolean;
  /** `@Type` or `@Transform` says what the value becomes. */
  readonly typed: boolean;
}

/** Reads class-transformer's decorators as `plainToInstance` without options obeys them. */
export function readTransformation(dto: ts.Type, name: string, checker: ts.TypeChecker): Transformation {
  const { classes } = classChain(dto, checker);
  const ofClass = classes.flatMap((one) => decoratorsOf(one, checker));
  const own = classes.flatMap((one) => membersNamed(one, name)).flatMap((one) => decoratorsOf(one, checker));
  const incoming = own.filter(({ options }) => options['toPlainOnly'] !== true);
  const exposed = incoming.find((one) => one.name === 'Expose');
  const isExcluded = incoming.some((one) => one.name === 'Exclude');
  const isHidden = exposed === undefined && ofClass.some((one) => one.name === 'Exclude');
  // Without groups in the call, a property that is exposed for groups is not exposed.
  const hasGroups = Array.isArray(exposed?.options['groups']) && exposed.options['groups'].length > 0;
  const renamed = exposed?.options['name'];
  const changes = incoming.some((one) => one.name === 'Transform');
  return {
    wireName: isExcluded || isHidden || hasGroups ? undefined : typeof renamed === 'string' ? renamed : name,
    changes,
    typed: changes || incoming.some((one) => one.name === 'Type'),
  };
}

interface TransformerDecorator {
  readonly name: string;
  readonly options: Readonly<Record<string, Constant>>;
}

/** Where the options of each decorator stand among its arguments. */
const OPTIONS_AT: Readonly<Record<string, number>> = { Expose: 0, Exclude: 0, Transform: 1, Type: 1 };

function decoratorsOf(node: ts.Node, checker: ts.TypeChecker): readonly TransformerDecorator[] {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return decorators.flatMap(({ expression }) => {
    if (!ts.isCallExpression(expression)) return [];
    const name = transformerName(expression.expression, checker);
    const at = name === undefined ? undefined : OPTIONS_AT[name];
    if (name === undefined || at === undefined) return [];
    const argument = expression.arguments[at];
    const result = argument === undefined ? undefined : evaluate(argument, checker);
    const options = result !== undefined && 'value' in result && isConstantObject(result.value) ? result.value : {};
    return [{ name, options }];
  });
}

/** The name of a decorator of class-transformer, whatever the import calls it. */
function transformerName(callee: ts.Expression, checker: ts.TypeChecker): string | undefined {
  const local = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(callee) ? callee.name : callee);
  const target = local !== undefined && local.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(local) : local;
  const file = target?.declarations?.[0]?.getSourceFile().fileName ?? '';
  return file.includes('/class-transformer/') ? target?.name : undefined;
}
