import { bindParameters } from '../../program/bind-parameters.js';
import type { Bindings } from '../../program/evaluate.js';
import type { PackageManifests } from '../../program/package-manifests.js';
import { ts } from '../../program/typescript.js';
import { unresolvedImport, type UnresolvedImport } from '../../program/unresolved-import.js';

/** One decorator of class-validator on a property, directly or through a helper. */
export interface RuleUse {
  readonly kind: 'rule';
  /** The exported name, whatever its name in the import: `MinLength`. */
  readonly name: string;
  readonly args: readonly ts.Expression[];
  /** The values of the parameters of the helpers around it. */
  readonly bindings: Bindings;
  readonly node: ts.Node;
}

/** A decorator that may register rules that Haft cannot read. */
export interface UnknownUse {
  readonly kind: 'unknown';
  readonly name: string;
  readonly node: ts.Node;
  /** The import of the decorator, if its file is not found. */
  readonly unresolved?: UnresolvedImport | undefined;
}

/** A decorator that is, or may be, a rule. */
export type DecoratorUse = RuleUse | UnknownUse;

/** The greatest depth of helpers that call helpers. */
const MAX_DEPTH = 8;

/** Finds the class-validator decorators of a property, also through helpers that compose them. */
export class DecoratorReader {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly packages: PackageManifests,
  ) {}

  /** Returns the decorators of a member that are, or may be, rules, in the order of the source. */
  usesOf(member: ts.Declaration): readonly DecoratorUse[] {
    if (!ts.canHaveDecorators(member)) return [];
    return (ts.getDecorators(member) ?? []).flatMap((one) => this.read(one.expression, new Map(), 0));
  }

  /**
   * Returns whether a file belongs to a library that uses class-validator. The decorators of its
   * classes are not readable.
   */
  mayHaveRules(file: ts.SourceFile): boolean {
    return this.packages.of(file.fileName)?.needs.has('class-validator') === true;
  }

  /**
   * Returns the name of the function of NestJS that creates a class from others. Its classes
   * inherit rules.
   */
  mappedType(call: ts.CallExpression): string | undefined {
    const symbol = this.resolve(call.expression);
    const file = symbol?.declarations?.[0]?.getSourceFile();
    if (symbol === undefined || file === undefined || !MAPPED_TYPES.has(symbol.name)) return undefined;
    const owner = this.packages.of(file.fileName);
    return owner !== undefined && MAPPING_PACKAGES.has(owner.name) ? symbol.name : undefined;
  }

  private read(expression: ts.Expression, bindings: Bindings, depth: number): readonly DecoratorUse[] {
    const call = ts.isCallExpression(expression) ? expression : undefined;
    const callee = call === undefined ? expression : call.expression;
    const symbol = this.resolve(callee);
    const declaration = symbol?.valueDeclaration ?? symbol?.declarations?.[0];
    if (symbol === undefined || declaration === undefined)
      return [{ ...unknown(callee), unresolved: unresolvedImport(callee, this.checker) }];
    const file = declaration.getSourceFile();
    if (file.isDeclarationFile || file.fileName.includes('/node_modules/')) {
      return this.readLibrary(symbol.name, file, expression, bindings);
    }
    const helper = functionOf(declaration);
    if (call !== undefined && helper !== undefined && depth < MAX_DEPTH) {
      const followed = this.follow(helper, bindParameters(helper, call, bindings, this.checker), depth + 1);
      if (followed !== undefined) return followed;
    }
    return this.mentionsValidator(helper ?? declaration, 0) ? [unknown(callee)] : [];
  }

  private readLibrary(
    name: string,
    file: ts.SourceFile,
    expression: ts.Expression,
    bindings: Bindings,
  ): readonly DecoratorUse[] {
    const owner = this.packages.of(file.fileName);
    if (owner?.name === 'class-validator') {
      const args = ts.isCallExpression(expression) ? expression.arguments : [];
      return [{ kind: 'rule', name, args, bindings, node: expression }];
    }
    const mayRegister = owner?.needs.has('class-validator') === true && !WITHOUT_RULES.has(owner.name);
    return mayRegister ? [unknown(expression)] : [];
  }

  /**
   * Returns the decorators that a helper applies: `return A()`, `return applyDecorators(A(), B())`,
   * `(t, k) => { A()(t, k); B()(t, k); }`.
   */
  private follow(
    helper: ts.FunctionLikeDeclaration,
    bindings: Bindings | undefined,
    depth: number,
  ): readonly DecoratorUse[] | undefined {
    const result = bindings && returned(helper);
    if (bindings === undefined || result === undefined) return undefined;
    if (ts.isArrowFunction(result) || ts.isFunctionExpression(result))
      return this.followApplied(result, bindings, depth);
    if (!ts.isCallExpression(result)) return undefined;
    if (this.resolve(result.expression)?.name === 'applyDecorators') {
      return result.arguments.flatMap((one) => this.read(one, bindings, depth));
    }
    return this.read(result, bindings, depth);
  }

  private followApplied(
    applied: ts.ArrowFunction | ts.FunctionExpression,
    bindings: Bindings,
    depth: number,
  ): readonly DecoratorUse[] | undefined {
    const statements: readonly (ts.Expression | undefined)[] = ts.isBlock(applied.body)
      ? applied.body.statements.map((one) => (ts.isExpressionStatement(one) ? one.expression : undefined))
      : [applied.body];
    const uses: DecoratorUse[] = [];
    for (const statement of statements) {
      // `A()(target, key)`: the inner call creates the decorator, the outer one applies it.
      if (statement === undefined || !ts.isCallExpression(statement)) return undefined;
      if (!passesItsParameters(statement, applied)) return undefined;
      uses.push(...this.read(statement.expression, bindings, depth));
    }
    return uses;
  }

  /**
   * Returns whether anything in a declaration, or in a function that it calls, is from
   * class-validator.
   */
  private mentionsValidator(node: ts.Node, depth: number): boolean {
    if (depth > 3) return true;
    let found = false;
    const visit = (one: ts.Node): void => {
      if (found) return;
      if (ts.isIdentifier(one)) {
        const declaration = this.resolve(one)?.valueDeclaration;
        const file = declaration?.getSourceFile();
        if (declaration === undefined || file === undefined) return;
        if (file.isDeclarationFile) found = this.packages.of(file.fileName)?.name === 'class-validator';
        else if (functionOf(declaration) !== undefined && !isInside(declaration, node)) {
          found = this.mentionsValidator(declaration, depth + 1);
        }
      }
      ts.forEachChild(one, visit);
    };
    visit(node);
    return found;
  }

  private resolve(expression: ts.Expression): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(expression);
    return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }
}

/** Packages that use class-validator and whose decorators register no rules. */
const WITHOUT_RULES: ReadonlySet<string> = new Set([
  ...['@nestjs/swagger', '@nestjs/graphql', '@nestjs/common', '@nestjs/mapped-types', 'class-transformer'],
  ...['haft', '@haft/core', '@haft/runtime', 'type-graphql', 'typeorm'],
]);

const MAPPED_TYPES: ReadonlySet<string> = new Set(['PartialType', 'PickType', 'OmitType', 'IntersectionType']);
const MAPPING_PACKAGES: ReadonlySet<string> = new Set(['@nestjs/mapped-types', '@nestjs/swagger', '@nestjs/graphql']);

function unknown(expression: ts.Expression): UnknownUse {
  return { kind: 'unknown', name: expression.getText(), node: expression };
}

function functionOf(declaration: ts.Node): ts.FunctionLikeDeclaration | undefined {
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return undefined;
  const { initializer } = declaration;
  return ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer) ? initializer : undefined;
}

/** Returns the expression that a function returns, if the function does nothing else. */
function returned(helper: ts.FunctionLikeDeclaration): ts.Expression | undefined {
  const { body } = helper;
  if (body === undefined) return undefined;
  let result: ts.Expression | undefined;
  if (!ts.isBlock(body)) result = body;
  else {
    const [statement, ...others] = body.statements;
    if (statement !== undefined && others.length === 0 && ts.isReturnStatement(statement))
      result = statement.expression;
  }
  while (result !== undefined && (ts.isParenthesizedExpression(result) || ts.isAsExpression(result))) {
    result = result.expression;
  }
  return result;
}

function passesItsParameters(call: ts.CallExpression, applied: ts.ArrowFunction | ts.FunctionExpression): boolean {
  return applied.parameters.every((parameter, index) => {
    const argument = call.arguments[index];
    const passed = argument !== undefined && ts.isAsExpression(argument) ? argument.expression : argument;
    return passed?.getText() === parameter.name.getText();
  });
}

function isInside(inner: ts.Node, outer: ts.Node): boolean {
  return ts.findAncestor(inner, (node) => node === outer) !== undefined;
}
