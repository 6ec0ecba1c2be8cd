import type { DefinitionKind } from '@haft/core';
import { memberName } from '../program/member-name.js';
import { ts } from '../program/typescript.js';
import { KIND_DECORATORS } from './decorator-table.js';
import type { HaftDecorator } from './haft-names.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolSource } from './tool-source.js';

/**
 * Returns the public methods with the decorator of a kind: own ones first, then those of base
 * classes.
 */
export function decoratedMethods(
  kind: DefinitionKind,
  symbol: ts.Symbol,
  classes: readonly ts.ClassLikeDeclaration[],
  context: ReadingContext,
): readonly ToolSource[] {
  return context.checker.getPropertiesOfType(context.checker.getDeclaredTypeOfSymbol(symbol)).flatMap((member) => {
    const found = decoratedMethod(KIND_DECORATORS[kind], member, classes, context);
    if (found === undefined) return [];
    const { declaration, decorator } = found;
    return [
      {
        symbol: member,
        declaration,
        name: member.name,
        kind,
        saidBy: `@${KIND_DECORATORS[kind]}`,
        decorator,
        options: decorator.args[kind === 'resource' ? 1 : 0],
        ...(decorator.bindings === undefined ? {} : { bindings: decorator.bindings }),
        overridden: decorator.node.parent as ts.MethodDeclaration,
        place: declaration,
        reportAt: declaration.name,
      },
    ];
  });
}

/**
 * Returns the method of a class, and the decorator of this name: on the method itself, or on the
 * base method that it overrides. Reports an override that Haft cannot call.
 */
function decoratedMethod(
  name: string,
  member: ts.Symbol,
  classes: readonly ts.ClassLikeDeclaration[],
  context: ReadingContext,
): { readonly declaration: ts.MethodDeclaration; readonly decorator: HaftDecorator } | undefined {
  const implementations = (member.declarations ?? []).filter(isImplemented);
  if (implementations.length === 0) return undefined;
  const decorator = decoratorOf(name, member, classes, context);
  if (decorator === undefined) return undefined;
  const declaration = implementations.find(isPublic);
  if (declaration !== undefined) return { declaration, decorator };
  for (const one of implementations) {
    // A decorator on the method itself has a report of its own.
    if (one === decorator.node.parent || !ts.isComputedPropertyName(one.name)) continue;
    context.diagnostics.at(one.name, {
      code: 'HAFT1013',
      message: `The method '${one.name.getText()}' overrides one with @${name}() under a computed name.`,
      fix: `Write '${member.name}' as a plain name.`,
    });
  }
  return undefined;
}

function isImplemented(declaration: ts.Declaration): declaration is ts.MethodDeclaration {
  return ts.isMethodDeclaration(declaration) && declaration.body !== undefined;
}

function decoratorOf(
  name: string,
  member: ts.Symbol,
  classes: readonly ts.ClassLikeDeclaration[],
  { names, checker }: ReadingContext,
): HaftDecorator | undefined {
  for (const { members } of classes) {
    for (const one of members) {
      if (!ts.isMethodDeclaration(one) || memberName(one.name, checker) !== member.name) continue;
      const decorator = names.decorator(one, name);
      if (decorator !== undefined) return decorator;
    }
  }
  return undefined;
}

/** Returns whether a method is a public instance method with a plain name. */
export function isPublic(method: ts.MethodDeclaration): boolean {
  const flags = ts.getCombinedModifierFlags(method);
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
  return (flags & hidden) === 0 && !ts.isPrivateIdentifier(method.name) && !ts.isComputedPropertyName(method.name);
}
