import type ts from 'typescript';
import { ArgumentTypes } from './argument-types.js';
import { LIBRARY } from './libraries.js';
import { NEWER_NAMES, OPEN_TYPES } from './newer-names.js';
import { OwnTypes } from './own-types.js';
import { AssignedNames } from './assigned-names.js';

/** The rule that a diagnostic of the compiler must pass. */
type Rule = 'always' | 'value' | 'property' | 'callable' | 'iterable' | 'argument';

/**
 * The diagnostics that can be certain mistakes, by rule. All other ones are left out. Code that
 * runs well has many of them, such as a number in a variable that had a string.
 */
const CODES: Readonly<Record<Rule, readonly number[]>> = {
  /** Errors of the syntax that the compiler finds late, and modules. */
  always: [
    1103, 1104, 1105, 1107, 1114, 1115, 1116, 1147, 1163, 1184, 1232, 1233, 1258, 1294, 1308, 1473, 1474, 2307, 2451,
    2588, 2792,
  ],
  /** Unknown names, and names that have no value. */
  value: [2304, 2448, 2449, 2450, 2552, 2580, 2581, 2582, 2583, 2584, 2585, 2591, 2592, 2593, 2663, 2693, 2868, 18004],
  property: [2339, 2550, 2551, 2568, 2570],
  callable: [2349, 2351],
  iterable: [2461, 2488, 2495, 2504, 2548, 2549, 2569],
  argument: [2322, 2345, 2353, 2554, 2555, 2559, 2560, 2561, 2739, 2740, 2741, 2769],
};

const RULES: ReadonlyMap<number, Rule> = new Map(
  Object.entries(CODES).flatMap(([rule, codes]) => codes.map((code) => [code, rule as Rule] as const)),
);

/** Tells the mistakes of a program that are certain from opinions of the compiler. */
export class Mistakes {
  private readonly own: OwnTypes;
  private readonly types: ArgumentTypes;
  private readonly assigned: AssignedNames;

  constructor(
    private readonly compiler: typeof ts,
    private readonly checker: ts.TypeChecker,
    private readonly source: ts.SourceFile,
  ) {
    this.own = new OwnTypes(compiler, source);
    this.assigned = new AssignedNames(compiler, source);
    this.types = new ArgumentTypes(compiler, checker, { own: this.own, assigned: this.assigned });
  }

  /** Returns whether a diagnostic of the compiler is a certain mistake. */
  includes({ code, start, length, messageText }: ts.Diagnostic): boolean {
    const rule = RULES.get(code);
    if (rule === undefined || start === undefined) return false;
    if (rule === 'always') return true;
    const node = this.nodeAt(start, start + (length ?? 0));
    if (rule === 'value' && node.getStart(this.source) !== start) return false;
    if (this.isErased(node)) return false;
    if (rule === 'value') return this.isUnknownName(node);
    if (rule === 'property') return this.isUnknownProperty(node);
    if (rule === 'callable') return this.isNotCallable(node);
    if (rule === 'iterable') return this.isNotIterable(node);
    return this.isWrongArgument(node, lastCode(messageText) ?? code);
  }

  /** Returns the innermost node that contains these ends. */
  private nodeAt(start: number, end: number): ts.Node {
    const { compiler, source } = this;
    let found: ts.Node = source;
    const visit = (node: ts.Node): void => {
      if (node.getStart(source) > start || node.getEnd() < end) return;
      found = node;
      compiler.forEachChild(node, visit);
    };
    compiler.forEachChild(source, visit);
    return found;
  }

  /** Returns whether a node is a part of a type, which does not exist when the program runs. */
  private isErased(node: ts.Node): boolean {
    const { compiler } = this;
    for (let at: ts.Node = node; at !== this.source; at = at.parent) {
      if (compiler.isInterfaceDeclaration(at) || compiler.isTypeAliasDeclaration(at)) return true;
      if (compiler.isExpressionWithTypeArguments(at)) {
        return compiler.isHeritageClause(at.parent) && at.parent.token === compiler.SyntaxKind.ImplementsKeyword;
      }
      if (compiler.isTypeNode(at)) return true;
    }
    return false;
  }

  private isUnknownName(node: ts.Node): boolean {
    return !this.compiler.isTypeOfExpression(node.parent) && !NEWER_NAMES.has(node.getText(this.source));
  }

  private isUnknownProperty(node: ts.Node): boolean {
    const { compiler, checker } = this;
    const access = compiler.isIdentifier(node) ? node.parent : node;
    const name = nameOf(compiler, access);
    if (name === undefined || this.assigned.canCreate(name)) return false;
    if (compiler.isTypeOfExpression(access.parent)) return false;
    const object = compiler.isPropertyAccessExpression(access)
      ? this.typeOf(access.expression)
      : checker.getTypeAtLocation(access.parent);
    if (object === undefined || this.own.includes(object) || this.isOpen(object, name)) return false;
    const branches = object.isUnion() ? object.types : [object];
    return branches.every((one) => checker.getPropertyOfType(one, name) === undefined);
  }

  /** Returns whether an object of the language can have a property unknown to TypeScript. */
  private isOpen(object: ts.Type, name: string): boolean {
    const symbol = this.checker.getApparentType(object).getSymbol();
    const file = symbol?.declarations?.[0]?.getSourceFile().fileName;
    return file?.startsWith(LIBRARY) === true && (NEWER_NAMES.has(name) || OPEN_TYPES.test(symbol?.name ?? ''));
  }

  private isNotCallable(node: ts.Node): boolean {
    const called = this.compiler.isIdentifier(node) ? node.parent : node;
    if (!this.compiler.isPropertyAccessExpression(called)) return false;
    const { Call, Construct } = this.compiler.SignatureKind;
    return this.isNever(called, (type) =>
      [Call, Construct].some((kind) => this.checker.getSignaturesOfType(type, kind).length > 0),
    );
  }

  private isNotIterable(node: ts.Node): boolean {
    const { compiler, checker } = this;
    const isPattern = compiler.isArrayBindingPattern(node) && compiler.isVariableDeclaration(node.parent);
    const value = isPattern ? node.parent.initializer : node;
    return (
      value !== undefined &&
      compiler.isExpression(value) &&
      this.isNever(value, (type) =>
        checker.getPropertiesOfType(checker.getApparentType(type)).some(({ name }) => ITERATOR.test(name)),
      )
    );
  }

  /** Returns whether no value of an expression passes a test, as far as its types are known. */
  private isNever(expression: ts.Expression, test: (type: ts.Type) => boolean): boolean {
    const type = this.typeOf(expression);
    if (type === undefined || this.own.includes(type)) return false;
    return (type.isUnion() ? type.types : [type]).every((one) => !test(one));
  }

  /** Returns the type of an expression, or undefined if its value can have another one. */
  private typeOf(expression: ts.Expression): ts.Type | undefined {
    return this.assigned.canChange(expression, this.checker) ? undefined : this.checker.getTypeAtLocation(expression);
  }

  private isWrongArgument(node: ts.Node, code: number): boolean {
    const isCount = code === 2554 || code === 2555;
    // In TypeScript 5.1, the place of a missing argument is a part of the call.
    const call = isCount && this.compiler.isCallExpression(node) ? node : this.callOf(node);
    if (call === undefined || !this.isCallOfTool(call)) return false;
    if (code === 2353 || code === 2561) return true;
    if (isCount) return !call.arguments.some((one) => this.compiler.isSpreadElement(one) || this.isNothing(one, call));
    return this.types.isCertain(node, call);
  }

  /** Returns whether an argument can be `{}` for a tool without parameters. */
  private isNothing(argument: ts.Expression, call: ts.CallExpression): boolean {
    if (call.arguments.length > 1) return false;
    const type = this.typeOf(argument);
    if (type === undefined) return true;
    return (type.flags & this.compiler.TypeFlags.Any) !== 0 || this.checker.getPropertiesOfType(type).length === 0;
  }

  /** Returns the call with this name or argument, or with an argument that contains the node. */
  private callOf(node: ts.Node): ts.CallExpression | undefined {
    const { compiler } = this;
    for (let at = node.parent; at !== this.source; at = at.parent) {
      if (compiler.isCallExpression(at)) return at;
      if (compiler.isFunctionLike(at) || compiler.isStatement(at)) return undefined;
    }
    return undefined;
  }

  private isCallOfTool(call: ts.CallExpression): boolean {
    const declaration = this.checker.getResolvedSignature(call)?.declaration;
    const file = declaration?.getSourceFile().fileName;
    return file === '/tools.d.ts' || file === '/sandbox.d.ts';
  }
}

/** Returns the code of the last reason of a chain. */
function lastCode(text: string | ts.DiagnosticMessageChain): number | undefined {
  if (typeof text === 'string') return undefined;
  const [only] = text.next ?? [];
  return only === undefined ? text.code : lastCode(only);
}

/** The compiler's names of the symbols that make an object iterable. */
const ITERATOR = /^__@(?:iterator|asyncIterator)/;

/** Returns the name of the property in `a.name`, `{ name }` or `{ name: other }`. */
function nameOf(compiler: typeof ts, access: ts.Node): string | undefined {
  if (compiler.isPropertyAccessExpression(access)) return access.name.text;
  if (!compiler.isBindingElement(access)) return undefined;
  const name = access.propertyName ?? access.name;
  return compiler.isIdentifier(name) ? name.text : undefined;
}
