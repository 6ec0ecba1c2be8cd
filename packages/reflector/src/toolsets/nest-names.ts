import { Compositions, type ComposedCall } from '../program/composed-calls.js';
import { ts } from '../program/typescript.js';
import { decoratorsOn } from './haft-names.js';

const MAKER = 'createParamDecorator';

/** Finds the decorators of NestJS on a declaration, also inside decorators of the project. */
export class NestNames {
  private readonly compositions: Compositions;

  constructor(private readonly checker: ts.TypeChecker) {
    this.compositions = new Compositions(checker, (callee) => this.ofExpression(callee) !== undefined);
  }

  /** Returns the calls of NestJS in a decorator, by the name under which NestJS exports each. */
  calls(decorator: ts.Decorator): readonly (ComposedCall & { readonly name: string })[] {
    return this.compositions.of(decorator.expression).calls.map((one) => ({
      ...one,
      name: this.ofExpression(one.call.expression) ?? '',
    }));
  }

  /** Returns whether a declaration has a decorator of NestJS. */
  has(declaration: ts.Node, name: string): boolean {
    return decoratorsOn(declaration).some((one) => this.calls(one).some((call) => call.name === name));
  }

  /** Returns the name under which `@nestjs/common` exports the target of an expression. */
  ofExpression(expression: ts.Expression): string | undefined {
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    const symbol = this.checker.getSymbolAtLocation(name);
    if (symbol === undefined) return undefined;
    const specifier = symbol.declarations?.find(ts.isImportSpecifier);
    if (specifier !== undefined) {
      const { moduleSpecifier } = specifier.parent.parent.parent;
      const isNest = ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === '@nestjs/common';
      return isNest
        ? (specifier.propertyName ?? specifier.name).text
        : this.ofMade(this.checker.getAliasedSymbol(symbol));
    }
    return isOfNest(symbol) ? symbol.name : this.ofMade(symbol);
  }

  /** Returns the name of the function that made a decorator: `createParamDecorator(...)`. */
  private ofMade({ valueDeclaration }: ts.Symbol): string | undefined {
    const made = valueDeclaration && ts.isVariableDeclaration(valueDeclaration) && valueDeclaration.initializer;
    if (!made || !ts.isCallExpression(made)) return undefined;
    return this.ofExpression(made.expression) === MAKER ? MAKER : undefined;
  }

  /** Returns the name of a class of NestJS that an expression has as its type. */
  ofType(type: ts.Type): string | undefined {
    const symbol = type.getSymbol();
    return symbol !== undefined && isOfNest(symbol) ? symbol.name : undefined;
  }
}

function isOfNest(symbol: ts.Symbol): boolean {
  return symbol.declarations?.[0]?.getSourceFile().fileName.includes('/@nestjs/common/') === true;
}

/**
 * Returns whether the file of a node imports the `@Param` of NestJS, so that the one of Haft would
 * be another name there.
 */
export function importsNestParam(node: ts.Node): boolean {
  return node.getSourceFile().statements.some((one) => {
    if (!ts.isImportDeclaration(one) || !ts.isStringLiteral(one.moduleSpecifier)) return false;
    const bindings = one.importClause?.namedBindings;
    if (one.moduleSpecifier.text !== '@nestjs/common' || bindings === undefined) return false;
    return ts.isNamedImports(bindings) && bindings.elements.some(({ name }) => name.text === 'Param');
  });
}
