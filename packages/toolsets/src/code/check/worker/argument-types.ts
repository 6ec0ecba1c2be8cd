import type ts from 'typescript';
import type { AssignedNames } from './assigned-names.js';
import type { OwnTypes } from './own-types.js';

/** The deepest level of types that are compared. */
const DEEPEST = 5;

/**
 * Decides whether an argument that the compiler rejects is a certain mistake. The compiler knows
 * types, which are wider than values: a variable with `'open'` has the type `string`.
 */
export class ArgumentTypes {
  constructor(
    private readonly compiler: typeof ts,
    private readonly checker: ts.TypeChecker,
    private readonly known: { readonly own: OwnTypes; readonly assigned: AssignedNames },
  ) {}

  /** Returns whether no value of a rejected part of an argument can be valid. */
  isCertain(node: ts.Node, call: ts.CallExpression): boolean {
    const { compiler, checker } = this;
    const { parent } = node;
    const part = compiler.isPropertyAssignment(parent) && parent.name === node ? parent.initializer : node;
    // An error about the whole call names its function.
    const parts = part === call.expression || part.parent === call.expression ? call.arguments : [part];
    return parts.some((one) => compiler.isExpression(one) && this.isWrong(one, checker.getContextualType(one)));
  }

  /** Returns whether an expression never gives a value of the type. */
  private isWrong(expression: ts.Expression, target: ts.Type | undefined): boolean {
    const { compiler } = this;
    if (target === undefined) return false;
    const inner = compiler.isParenthesizedExpression(expression) ? expression.expression : expression;
    if (compiler.isObjectLiteralExpression(inner)) return this.isWrongObject(inner, target);
    if (this.known.assigned.canChange(inner, this.checker)) return false;
    return this.excludes(this.checker.getTypeAtLocation(inner), target, 0);
  }

  private isWrongObject(object: ts.ObjectLiteralExpression, target: ts.Type): boolean {
    const { compiler, checker } = this;
    const type = checker.getTypeAtLocation(object);
    // Spread objects can have all that is missing.
    const isWhole = object.properties.every(
      (one) => one.name !== undefined && !compiler.isComputedPropertyName(one.name),
    );
    const branches = target.isUnion() ? target.types : [target];
    return branches.every((branch) => (isWhole && this.lacks(type, branch)) || this.excludes(type, branch, 0));
  }

  /** Returns whether an object lacks a required property. */
  private lacks(object: ts.Type, target: ts.Type): boolean {
    const { Optional } = this.compiler.SymbolFlags;
    return this.checker
      .getPropertiesOfType(target)
      .some(({ flags, name }) => (flags & Optional) === 0 && object.getProperty(name) === undefined);
  }

  /** Returns whether no value of one type is a value of the other. */
  private excludes(source: ts.Type, target: ts.Type, depth: number): boolean {
    if (depth > DEEPEST) return false;
    if (target.isUnion()) return target.types.every((one) => this.excludes(source, one, depth));
    if (source.isUnion()) return source.types.every((one) => this.excludes(one, target, depth));
    if (target.isIntersection()) return target.types.some((one) => this.excludes(source, one, depth));
    const [from, to] = [this.kindOf(source), this.kindOf(target)];
    if (from === undefined || to === undefined) return false;
    // JSON turns an object with `toJSON()`, such as a date, into something else.
    if (from === 'object' && source.getProperty('toJSON') !== undefined) return false;
    if (from !== to) return true;
    if (from === 'object') return this.excludesObject(source, target, depth);
    return isLiteral(source) && isLiteral(target) && source.value !== target.value;
  }

  private excludesObject(source: ts.Type, target: ts.Type, depth: number): boolean {
    const { checker } = this;
    const [isList, wantsList] = [checker.isArrayLikeType(source), checker.isArrayLikeType(target)];
    if (isList !== wantsList) return !this.known.own.includes(source) || isList;
    if (isList) return this.excludesItems(source, target, depth);
    const isOwn = this.known.own.includes(source);
    if (!isOwn && this.lacks(source, target)) return true;
    return checker.getPropertiesOfType(target).some((wanted) => {
      const found = source.getProperty(wanted.name);
      return found !== undefined && this.excludes(this.typeOf(found), this.typeOf(wanted), depth + 1);
    });
  }

  private excludesItems(source: ts.Type, target: ts.Type, depth: number): boolean {
    const [items, wanted] = [source.getNumberIndexType(), target.getNumberIndexType()];
    return items !== undefined && wanted !== undefined && this.excludes(items, wanted, depth + 1);
  }

  private typeOf(symbol: ts.Symbol): ts.Type {
    return this.checker.getTypeOfSymbol(symbol);
  }

  /** Returns the JSON type of all values of a type, or undefined if it is not known. */
  private kindOf({ flags }: ts.Type): string | undefined {
    const { TypeFlags } = this.compiler;
    if ((flags & TypeFlags.StringLike) !== 0) return 'string';
    if ((flags & TypeFlags.NumberLike) !== 0) return 'number';
    if ((flags & TypeFlags.BooleanLike) !== 0) return 'boolean';
    return (flags & TypeFlags.Object) === 0 ? undefined : 'object';
  }
}

function isLiteral(type: ts.Type): type is ts.LiteralType {
  return type.isLiteral();
}
