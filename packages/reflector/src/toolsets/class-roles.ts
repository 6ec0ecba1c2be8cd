import { ts } from '../program/typescript.js';
import { memberName } from '../program/member-name.js';
import type { HaftNames } from './haft-names.js';
import { baseClasses } from './base-classes.js';
import { KIND_DECORATORS, makesDefinition } from './decorator-table.js';

/** Knows the toolsets and tools of a project, also through inheritance. */
export class ClassRoles {
  private readonly toolsets = new Set<ts.ClassLikeDeclaration>();
  private readonly tools = new Map<ts.ClassLikeDeclaration, Set<string>>();
  private readonly offers = new Map<ts.ClassLikeDeclaration, Set<string>>();

  constructor(
    classes: readonly ts.ClassLikeDeclaration[],
    private readonly names: HaftNames,
    private readonly checker: ts.TypeChecker,
  ) {
    for (const one of classes) {
      const chain = [...baseClasses(one, checker)];
      if (names.decorator(one, 'Toolset') !== undefined) chain.forEach((base) => this.toolsets.add(base));
      this.note(chain, this.tools, (member) => this.isMarked(member));
      this.note(chain, this.offers, (member) => isOffered(member, names));
    }
  }

  /** Returns whether the decorators of a class can count for tools. */
  isToolset(declaration: ts.ClassLikeDeclaration): boolean {
    const isAbstract = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Abstract) !== 0;
    return isAbstract || this.toolsets.has(declaration) || this.names.unknownDecorators(declaration).length > 0;
  }

  /** Returns whether a method is a tool in its class, in a base class or in a subclass. */
  isTool(method: ts.ClassElement): boolean {
    // A package or another class may have the tool that implements it.
    if (ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Abstract) return true;
    return ts.isClassLike(method.parent) && this.tools.get(method.parent)?.has(this.nameOf(method)) === true;
  }

  /** Returns whether a method is a resource or a prompt, as {@link isTool} does. */
  isOffer(method: ts.ClassElement): boolean {
    return ts.isClassLike(method.parent) && this.offers.get(method.parent)?.has(this.nameOf(method)) === true;
  }

  private note(
    chain: readonly ts.ClassLikeDeclaration[],
    known: Map<ts.ClassLikeDeclaration, Set<string>>,
    isNoted: (member: ts.ClassElement) => boolean,
  ): void {
    const found = chain.flatMap(({ members }) => members.filter(isNoted).map((member) => this.nameOf(member)));
    for (const base of chain) known.set(base, new Set([...(known.get(base) ?? []), ...found]));
  }

  /** A compiled decorator of a package may contain `@Tool`. */
  private isMarked(member: ts.ClassElement): boolean {
    return this.names.decorator(member, 'Tool') !== undefined || this.names.unknownDecorators(member).length > 0;
  }

  private nameOf({ name }: ts.ClassElement): string {
    return name === undefined ? '' : memberName(name, this.checker);
  }
}

function isOffered(member: ts.ClassElement, names: HaftNames): boolean {
  return names.decorators(member).some(({ name }) => name !== KIND_DECORATORS.tool && makesDefinition(name));
}
