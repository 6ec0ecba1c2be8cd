import { Compositions } from '../program/composed-calls.js';
import type { Bindings } from '../program/evaluate.js';
import type { PackageManifests } from '../program/package-manifests.js';
import { ts } from '../program/typescript.js';

/** A decorator of Haft on a declaration. */
export interface HaftDecorator {
  /** The exported name in `@haft/core`, whatever its name in the import. */
  readonly name: string;
  readonly node: ts.Decorator;
  /** The arguments of `@Name(...)`. Empty for a bare `@Name`. */
  readonly args: readonly ts.Expression[];
  /**
   * The values of the parameters of the helpers around it, if it is part of a composed decorator.
   */
  readonly bindings?: Bindings;
}

const NONE: readonly HaftDecorator[] = [];
const HAFT = new Set(['@haft/core', '@haft/compose', '@haft/runtime', 'haft']);

/** Recognises declarations of Haft by their origin, never by their spelling. */
export class HaftNames {
  private readonly names = new Map<ts.Symbol, string | undefined>();
  private readonly known = new Map<ts.Node, readonly HaftDecorator[]>();
  private readonly unfollowed = new Set<ts.Decorator>();
  private readonly compiled = new Set<ts.Decorator>();
  private readonly compositions: Compositions;

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly manifests: PackageManifests,
  ) {
    this.compositions = new Compositions(
      checker,
      (callee) => this.ofExpression(callee) !== undefined || this.isCompiledHelper(callee),
    );
  }

  /** Returns the decorators of Haft on a declaration, in order. */
  decorators(declaration: ts.Node): readonly HaftDecorator[] {
    const nodes = decoratorsOn(declaration);
    if (nodes.length === 0) return NONE;
    const known = this.known.get(declaration);
    if (known !== undefined) return known;
    const found = nodes.flatMap((node) => {
      const name = this.ofDecorator(node);
      return name === undefined ? this.composed(node) : [{ name, node, args: callOf(node)?.arguments ?? [] }];
    });
    this.known.set(declaration, found);
    return found;
  }

  /**
   * Returns the decorators on a declaration that could not be followed: nested too deep, or
   * recursive.
   */
  unfollowedDecorators(declaration: ts.Node): readonly ts.Decorator[] {
    this.decorators(declaration);
    return decoratorsOn(declaration).filter((node) => this.unfollowed.has(node));
  }

  /**
   * Returns the decorators on a declaration that may contain others of Haft: those that Haft could
   * not follow, and compiled ones of packages that use Haft.
   */
  unknownDecorators(declaration: ts.Node): readonly ts.Decorator[] {
    const unfollowed = this.unfollowedDecorators(declaration);
    const compiled = decoratorsOn(declaration).filter((node) => this.compiled.has(node));
    return compiled.length === 0 ? unfollowed : [...unfollowed, ...compiled];
  }

  /** Returns whether the package of a file is one of Haft, or depends on one. */
  mayUseHaft(file: string): boolean {
    const manifest = this.manifests.of(file);
    if (manifest === undefined) return false;
    return [manifest.name, ...manifest.needs].some((name) => name === 'haft' || name.startsWith('@haft/'));
  }

  /** Returns the first decorator with this name. */
  decorator(declaration: ts.Node, name: string): HaftDecorator | undefined {
    return this.decorators(declaration).find((one) => one.name === name);
  }

  /** Returns the name under which Haft declares the target of an expression. */
  ofExpression(expression: ts.Expression): string | undefined {
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    const symbol = this.checker.getSymbolAtLocation(name);
    if (symbol === undefined) return undefined;
    return this.ofSymbol(symbol) ?? (ts.isIdentifier(expression) ? unresolvedImport(symbol) : undefined);
  }

  /** Returns the name under which Haft declares a symbol, or undefined for any other symbol. */
  ofSymbol(symbol: ts.Symbol): string | undefined {
    if (this.names.has(symbol)) return this.names.get(symbol);
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    const file = target.declarations?.[0]?.getSourceFile().fileName;
    const name = file !== undefined && HAFT.has(this.manifests.of(file)?.name ?? '') ? target.name : undefined;
    this.names.set(symbol, name);
    return name;
  }

  /** Returns whether a type is Haft's `RunContext`, or extends it. */
  isRunContext(type: ts.Type): boolean {
    const symbol = type.getSymbol();
    if (symbol !== undefined && this.ofSymbol(symbol) === 'RunContext') return true;
    if (type.isUnion()) {
      const values = type.types.filter((one) => !(one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)));
      return values.length > 0 && values.every((one) => this.isRunContext(one));
    }
    return type.isClassOrInterface() && (type.getBaseTypes() ?? []).some((base) => this.isRunContext(base));
  }

  /**
   * Returns the decorators of Haft inside a custom decorator:
   * `() => applyDecorators(Tool(), Hints({ readOnly: true }))`.
   */
  private composed(node: ts.Decorator): readonly HaftDecorator[] {
    const { calls, isComplete } = this.compositions.of(node.expression);
    if (!isComplete) this.unfollowed.add(node);
    if (this.isCompiledHelper(node.expression)) this.compiled.add(node);
    return calls.flatMap(({ call, bindings }) => {
      const name = this.ofExpression(call.expression);
      if (name !== undefined) return [{ name, node, args: call.arguments, bindings }];
      this.compiled.add(node);
      return [];
    });
  }

  /** Returns whether a package that uses Haft declares the function, but Haft itself does not. */
  private isCompiledHelper(expression: ts.Expression): boolean {
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    if (!ts.isIdentifier(name)) return false;
    const local = this.checker.getSymbolAtLocation(name);
    if (local === undefined) return false;
    const target = local.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(local) : local;
    const file = target.declarations?.[0]?.getSourceFile();
    if (file === undefined || !file.isDeclarationFile || this.ofSymbol(target) !== undefined) return false;
    return this.mayUseHaft(file.fileName);
  }

  private ofDecorator(node: ts.Decorator): string | undefined {
    return this.ofExpression(callOf(node)?.expression ?? node.expression);
  }
}

/** Returns the name of a decorator in an import from Haft, if Haft itself cannot be resolved. */
function unresolvedImport(symbol: ts.Symbol): string | undefined {
  const specifier = symbol.declarations?.find(ts.isImportSpecifier);
  if (specifier === undefined) return undefined;
  const { moduleSpecifier } = specifier.parent.parent.parent;
  const isHaft = ts.isStringLiteral(moduleSpecifier) && HAFT.has(moduleSpecifier.text);
  return isHaft ? (specifier.propertyName ?? specifier.name).text : undefined;
}

/** Returns the decorators on a declaration. Returns none if it cannot have any. */
export function decoratorsOn(declaration: ts.Node): readonly ts.Decorator[] {
  return ts.canHaveDecorators(declaration) ? (ts.getDecorators(declaration) ?? []) : [];
}

function callOf(node: ts.Decorator): ts.CallExpression | undefined {
  return ts.isCallExpression(node.expression) ? node.expression : undefined;
}
