import { isConstantObject, type Constant } from '../../program/constant.js';
import { Compositions } from '../../program/composed-calls.js';
import { evaluate, type Bindings } from '../../program/evaluate.js';
import { ts } from '../../program/typescript.js';
import { classChain, membersNamed } from '../class-chain.js';

/** The effect of class-transformer's decorators on one property. */
export interface Transformation {
  /** The name in JSON. Undefined if the property is never in JSON. */
  readonly wireName: string | undefined;
  /** Whether `@Transform` changes the value, so that rules see another value than the schema. */
  readonly changes: boolean;
  /** Whether `@Type` or `@Transform` defines the type of the value. */
  readonly typed: boolean;
  /** Whether `@Type` names subclasses by a discriminator. */
  readonly subTypes: boolean;
}

/** `in`: an argument becomes an instance. `out`: an instance becomes JSON. */
export type Direction = 'in' | 'out';

/**
 * Reads class-transformer's decorators as `plainToInstance` and `instanceToPlain` apply them
 * without options.
 */
export class TransformationReader {
  private readonly known = new Map<ts.Type, Map<string, Transformation>>();
  private readonly decorators = new Map<ts.Node, readonly TransformerDecorator[]>();

  private readonly compositions: Compositions;

  constructor(private readonly checker: ts.TypeChecker) {
    this.compositions = new Compositions(checker, (callee) => transformerName(callee, checker) !== undefined);
  }

  /** Returns the transformation of one property of a class. */
  read(dto: ts.Type, name: string, direction: Direction): Transformation {
    let ofType = this.known.get(dto);
    if (ofType === undefined) this.known.set(dto, (ofType = new Map<string, Transformation>()));
    const key = `${direction}:${name}`;
    let transformation = ofType.get(key);
    if (transformation === undefined) ofType.set(key, (transformation = this.transformation(dto, name, direction)));
    return transformation;
  }

  private transformation(dto: ts.Type, name: string, direction: Direction): Transformation {
    const { classes } = classChain(dto, this.checker);
    const ofClass = classes.flatMap((one) => this.decoratorsOf(one));
    const own = this.membersOf(dto, name).flatMap((one) => this.decoratorsOf(one));
    const otherWay = direction === 'in' ? 'toPlainOnly' : 'toClassOnly';
    const active = own.filter(({ options }) => options[otherWay] !== true);
    const exposed = active.find((one) => one.name === 'Expose');
    const isExcluded = active.some((one) => one.name === 'Exclude');
    const isHidden = exposed === undefined && ofClass.some((one) => one.name === 'Exclude');
    // If the call has no groups, a property that is exposed for groups is hidden.
    const hasGroups = Array.isArray(exposed?.options['groups']) && exposed.options['groups'].length > 0;
    const renamed = exposed?.options['name'];
    const changes = active.some((one) => one.name === 'Transform');
    return {
      wireName: isExcluded || isHidden || hasGroups ? undefined : typeof renamed === 'string' ? renamed : name,
      changes,
      typed: changes || active.some((one) => one.name === 'Type'),
      subTypes: active.some((one) => one.name === 'Type' && one.options['discriminator'] !== undefined),
    };
  }

  /**
   * Returns whether class-transformer's decorators are on the class or on a property. Then
   * class-transformer creates the instance.
   */
  isTransformed(dto: ts.Type): boolean {
    const { classes } = classChain(dto, this.checker);
    const members = this.checker.getPropertiesOfType(dto).flatMap((one) => this.membersOf(dto, one.name));
    return [...classes, ...members].some((one) => this.decoratorsOf(one).some((found) => found.name !== 'Type'));
  }

  /**
   * Returns the declarations of a property in the class, its base classes, and the classes of a
   * computed base.
   */
  private membersOf(dto: ts.Type, name: string): readonly ts.Declaration[] {
    const { classes } = classChain(dto, this.checker);
    const declared = this.checker.getPropertyOfType(dto, name)?.declarations ?? [];
    return [...new Set([...classes.flatMap((one) => membersNamed(one, name, this.checker)), ...declared])];
  }

  private decoratorsOf(node: ts.Node): readonly TransformerDecorator[] {
    let found = this.decorators.get(node);
    if (found === undefined)
      this.decorators.set(node, (found = transformerDecorators(node, this.compositions, this.checker)));
    return found;
  }
}

interface TransformerDecorator {
  readonly name: string;
  readonly options: Readonly<Record<string, Constant>>;
}

/** The position of the options among the arguments of each decorator. */
const OPTIONS_AT: Readonly<Record<string, number>> = { Expose: 0, Exclude: 0, Transform: 1, Type: 1 };

function transformerDecorators(
  node: ts.Node,
  compositions: Compositions,
  checker: ts.TypeChecker,
): readonly TransformerDecorator[] {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return decorators.flatMap(({ expression }) => {
    const { calls, isComplete } = compositions.of(expression);
    const found = calls.flatMap(({ call, bindings }) => transformerDecorator(call, bindings, checker));
    // A decorator that cannot be followed may do anything. Then class-transformer creates the
    // instance, and rules check that instance.
    return isComplete ? found : [...found, { name: 'Transform', options: {} }];
  });
}

function transformerDecorator(
  call: ts.CallExpression,
  bindings: Bindings,
  checker: ts.TypeChecker,
): readonly TransformerDecorator[] {
  const name = transformerName(call.expression, checker);
  const at = name === undefined ? undefined : OPTIONS_AT[name];
  if (name === undefined || at === undefined) return [];
  const argument = call.arguments[at];
  const result = argument === undefined ? undefined : evaluate(argument, checker, bindings);
  const options = result !== undefined && 'value' in result && isConstantObject(result.value) ? result.value : {};
  return [{ name, options }];
}

/**
 * Returns the exported name of a decorator of class-transformer, whatever its name in the import.
 */
function transformerName(callee: ts.Expression, checker: ts.TypeChecker): string | undefined {
  const local = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(callee) ? callee.name : callee);
  const target = local !== undefined && local.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(local) : local;
  const file = target?.declarations?.[0]?.getSourceFile().fileName ?? '';
  return file.includes('/class-transformer/') ? target?.name : undefined;
}
