import { ts } from '../program/typescript.js';
import { decoratorsOn, type HaftNames } from './haft-names.js';
import { isCustom } from './parameter-role.js';

/** Reads which types of a project have values that the application supplies. */
export interface HostTypesContext {
  readonly program: ts.Program;
  readonly names: HaftNames;
}

/**
 * Returns the declarations of types whose values the application supplies somewhere in the project,
 * with the reason: providers, types of injected parameters and properties, and members of `deps`.
 */
export function hostTypes(
  own: readonly ts.SourceFile[],
  context: HostTypesContext,
): ReadonlyMap<ts.Declaration, string> {
  const search = new HostTypeSearch(context);
  for (const file of own) search.visit(file);
  return search.found;
}

/** Returns the declarations of a type with a name: a class, an interface, an alias. */
export function namedDeclarations(type: ts.Type, checker: ts.TypeChecker): readonly ts.Declaration[] {
  const value = checker.getNonNullableType(type);
  const members = value.isUnion() ? value.types : [value];
  return members.flatMap((one) => {
    if ((one.flags & ts.TypeFlags.Object) === 0) return [];
    const symbol = one.aliasSymbol ?? one.getSymbol();
    const isNamed = symbol !== undefined && (symbol.flags & NAMED) !== 0;
    return isNamed ? (symbol.declarations ?? []) : [];
  });
}

const NAMED = ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias;

class HostTypeSearch {
  readonly found = new Map<ts.Declaration, string>();
  private readonly checker: ts.TypeChecker;

  constructor(private readonly context: HostTypesContext) {
    this.checker = context.program.getTypeChecker();
  }

  visit(node: ts.Node): void {
    if (ts.isClassLike(node)) this.classLike(node);
    else if (ts.isParameter(node) || ts.isPropertyDeclaration(node)) this.decorated(node);
    else if (ts.isPropertyAssignment(node) && PROVIDERS.has(node.name.getText())) this.provided(node.initializer);
    else if (ts.isTypeReferenceNode(node) && node.typeName.getText().endsWith('RunContext')) this.dependencies(node);
    ts.forEachChild(node, (child) => {
      this.visit(child);
    });
  }

  private classLike(node: ts.ClassLikeDeclaration): void {
    const decorators = decoratorsOn(node);
    if (decorators.some((one) => /^@(\w+\.)?Injectable\b/.test(one.getText()))) this.add([node], 'is a provider');
    if (decorators.length === 0) return;
    const parameters = node.members.filter(ts.isConstructorDeclaration).flatMap((one) => [...one.parameters]);
    for (const one of parameters) this.type(this.checker.getTypeAtLocation(one), injectedInto(node));
  }

  /** Adds the type of a parameter or property whose decorator supplies its value. */
  private decorated(node: ts.ParameterDeclaration | ts.PropertyDeclaration): void {
    const { names } = this.context;
    const inject = names.decorator(node, 'Inject');
    const isHosted =
      inject !== undefined || decoratorsOn(node).some(({ expression }) => isCustom(expression, names, this.checker));
    if (!isHosted) return;
    const owner = ts.isParameter(node) ? node.parent.parent : node.parent;
    const why = injectedInto(ts.isClassLike(owner) ? owner : undefined);
    this.type(this.checker.getTypeAtLocation(node), why);
    if (inject?.args[0] !== undefined) this.provided(inject.args[0]);
  }

  /** Adds the classes of `provide: X`, `useClass: X` or `providers: [X, Y]`. */
  private provided(value: ts.Expression): void {
    const items = ts.isArrayLiteralExpression(value) ? value.elements : [value];
    for (const one of items.filter(ts.isIdentifier)) {
      const local = this.checker.getSymbolAtLocation(one);
      const symbol =
        local !== undefined && local.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(local) : local;
      const declaration = symbol?.valueDeclaration;
      if (declaration !== undefined && ts.isClassLike(declaration)) this.add([declaration], 'is a provider');
    }
  }

  /** Adds the types of the members of `Deps` in `RunContext<Deps>`. */
  private dependencies({ typeArguments }: ts.TypeReferenceNode): void {
    for (const one of typeArguments ?? []) {
      for (const member of this.checker.getTypeFromTypeNode(one).getProperties())
        this.type(this.checker.getTypeOfSymbolAtLocation(member, one), `is in 'run.deps'`);
    }
  }

  private type(type: ts.Type, why: string): void {
    this.add(namedDeclarations(type, this.checker), why);
  }

  private add(declarations: readonly ts.Declaration[], why: string): void {
    for (const one of declarations) {
      if (this.context.program.isSourceFileDefaultLibrary(one.getSourceFile())) continue;
      if (!this.found.has(one)) this.found.set(one, why);
    }
  }
}

const PROVIDERS: ReadonlySet<string> = new Set(['provide', 'providers', 'useClass']);

function injectedInto(owner: ts.ClassLikeDeclaration | undefined): string {
  return `is injected into ${owner?.name?.text ?? 'a class'}`;
}
