import type { Diagnostics, Finding } from '../diagnostics/diagnostics.js';
import type { DependencyModel, ServiceModel } from '../model.js';
import { memberName } from '../program/member-name.js';
import { ts } from '../program/typescript.js';
import { unresolvedImport } from '../program/unresolved-import.js';
import { baseClasses, constructorOf } from './base-classes.js';
import type { ClassReferences } from './class-references.js';
import { decoratorsOn, type HaftNames } from './haft-names.js';
import type { PlainParameter } from './plain-parameters.js';

/**
 * Reads the requests of constructors to the container. They come from the source, because some
 * compilers emit no `design:paramtypes`.
 */
export class DependencyReader {
  /** The parameters of toolsets that only the application can give. */
  readonly plain: PlainParameter[] = [];
  private readonly services = new Map<ts.Symbol, ServiceModel>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly names: HaftNames,
    private readonly references: ClassReferences,
    private readonly diagnostics: Diagnostics,
  ) {}

  /**
   * Returns the dependencies of one class. The dependencies of its dependencies become services.
   */
  of(declaration: ts.ClassLikeDeclaration): Pick<ServiceModel, 'dependencies' | 'properties'> {
    const parameters = constructorOf(declaration, this.checker)?.parameters ?? [];
    if (isAbstract(declaration))
      this.plain.push({ owner: declaration, place: declaration, finding: abstractClass(declaration) });
    return {
      dependencies: parameters.map((parameter) => this.dependency(parameter, declaration)),
      properties: this.properties(declaration),
    };
  }

  /** Returns every class with source that a constructor needs, in order of discovery. */
  found(): readonly ServiceModel[] {
    return [...this.services.values()];
  }

  private dependency(parameter: ts.ParameterDeclaration, owner: ts.ClassLikeDeclaration): DependencyModel {
    const inject = this.names.decorator(parameter, 'Inject');
    if (inject?.args[0] !== undefined) return { kind: 'inject' };
    const asked = this.askedClass(parameter);
    const optional = isOptional(parameter) || isOptionalInject(inject?.args[1]);
    if (asked === undefined || (inject === undefined && this.isForeign(parameter, asked))) {
      // A decorator of another container (`@Inject` of Nest, `@InjectRepository`): that container
      // resolves it. Ours reports at startup that it cannot.
      if (inject === undefined && decoratorsOn(parameter).length > 0) return { kind: 'inject' };
      if (!optional && inject === undefined) this.reportNoClass(parameter, owner);
      // The container reports at startup if the application does not create the object.
      return { kind: optional && inject === undefined ? 'none' : 'inject' };
    }
    // A default is the class's own choice, so the container is not asked.
    if (parameter.initializer !== undefined && inject === undefined) return { kind: 'none' };
    return this.classDependency(asked, optional, parameter);
  }

  /**
   * Returns whether another library's decorator selects the value, and the class in the type cannot
   * be imported.
   */
  private isForeign(parameter: ts.ParameterDeclaration, asked: ts.Symbol): boolean {
    return decoratorsOn(parameter).length > 0 && this.references.of(asked) === undefined;
  }

  private classDependency(asked: ts.Symbol, optional: boolean, place: ts.Node): DependencyModel {
    const reference = this.references.of(asked);
    if (reference === undefined) {
      this.diagnostics.at(place, {
        code: 'HAFT1061',
        message: `No module exports the dependency '${asked.name}'.`,
        fix: `Export '${asked.name}', or use @Inject(token).`,
      });
      return { kind: 'none' };
    }
    this.discover(asked, reference);
    return { kind: 'class', class: reference, optional };
  }

  private discover(asked: ts.Symbol, reference: ServiceModel['class']): void {
    const declaration = asked.valueDeclaration;
    if (this.services.has(asked) || declaration === undefined || !ts.isClassLike(declaration)) return;
    // Classes of declaration files and abstract classes need a provider: the container cannot
    // create them.
    if (declaration.getSourceFile().isDeclarationFile || isAbstract(declaration)) return;
    // Only constructors that the container can call are recorded. A private one is internal to the
    // class.
    if (this.names.decorator(declaration, 'Toolset') !== undefined) return;
    // Only the application can supply its constructor's arguments. If there is no provider, the
    // container reports it at startup.
    if (!this.canBeMade(declaration)) return;
    this.services.set(asked, { class: reference, dependencies: [], properties: {} });
    this.services.set(asked, { class: reference, ...this.of(declaration) });
  }

  /** Returns whether the container can resolve every constructor parameter. */
  private canBeMade(declaration: ts.ClassLikeDeclaration): boolean {
    const parameters = constructorOf(declaration, this.checker)?.parameters ?? [];
    return parameters.every(
      (parameter) =>
        isOptional(parameter) ||
        this.names.decorator(parameter, 'Inject') !== undefined ||
        this.askedClass(parameter) !== undefined,
    );
  }

  private properties(declaration: ts.ClassLikeDeclaration): Readonly<Record<string, DependencyModel>> {
    const found: Record<string, DependencyModel> = {};
    for (const one of [...baseClasses(declaration, this.checker)].reverse()) {
      for (const member of one.members) {
        if (!ts.isPropertyDeclaration(member)) continue;
        const inject = this.names.decorator(member, 'Inject');
        if (inject !== undefined) found[memberName(member.name, this.checker)] = this.property(member, inject.args);
      }
    }
    return found;
  }

  private property(member: ts.PropertyDeclaration, args: readonly ts.Expression[]): DependencyModel {
    if (args[0] !== undefined && args[0].getText() !== 'undefined') return { kind: 'inject' };
    const asked = this.askedClass(member);
    if (asked !== undefined) {
      return this.classDependency(asked, member.questionToken !== undefined || isOptionalInject(args[1]), member);
    }
    this.reportNoClass(member, member.parent);
    return { kind: 'none' };
  }

  /**
   * Returns the class of a written type. Returns undefined for interfaces, unions, primitives and
   * functions.
   */
  private askedClass(node: ts.ParameterDeclaration | ts.PropertyDeclaration): ts.Symbol | undefined {
    const type = this.checker.getNonNullableType(this.checker.getTypeAtLocation(node));
    const symbol = type.getSymbol();
    if (symbol === undefined || (symbol.flags & ts.SymbolFlags.Class) === 0) return undefined;
    return type.flags & ts.TypeFlags.Object ? symbol : undefined;
  }

  private reportNoClass(node: ts.ParameterDeclaration | ts.PropertyDeclaration, owner: ts.ClassLikeDeclaration): void {
    const name = node.name.getText();
    const type = node.type?.getText() ?? 'no type';
    const lost = unresolvedImport(node.type, this.checker);
    if (lost !== undefined) {
      const message = `The type '${type}' of '${name}' of ${owner.name?.text ?? 'a class'} cannot be resolved: ${lost.what}.`;
      this.diagnostics.at(node, { code: 'HAFT1041', message, fix: lost.fix });
      return;
    }
    const title = owner.name?.text ?? 'a class';
    const finding: Finding = {
      code: 'HAFT1060',
      message: `'${name}' of ${title} has the type '${type}', which is not a class, so the container cannot resolve it.`,
      fix: `Write @Inject(token) before '${name}' and provide the token, give it a class as its type, or create the object yourself: { provide: ${title}, useFactory: () => new ${title}(...) }.`,
    };
    if (ts.isParameter(node)) this.plain.push({ owner, place: node, finding });
    else this.diagnostics.at(node, finding);
  }
}

function abstractClass({ name }: ts.ClassLikeDeclaration): Finding {
  const title = name?.text ?? 'class';
  return {
    code: 'HAFT1013',
    severity: 'warning',
    message: `@Toolset() is on the abstract ${title}: an instance of it lacks what its subclasses implement.`,
    fix: `Put @Toolset() on a class that extends it, or provide one: { provide: ${title}, useClass: ... }.`,
  };
}

function isOptional(parameter: ts.ParameterDeclaration): boolean {
  return parameter.questionToken !== undefined || parameter.initializer !== undefined;
}

function isOptionalInject(options: ts.Expression | undefined): boolean {
  return options !== undefined && /\boptional:\s*true\b/.test(options.getText());
}

function isAbstract(declaration: ts.ClassLikeDeclaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Abstract) !== 0;
}
