import type { ValueForm } from '../model.js';
import { ts } from '../program/typescript.js';
import { baseClasses, baseExpression, directBases } from './base-classes.js';
import type { HaftNames } from './haft-names.js';
import type { ReadingContext } from './reading-context.js';
import type { ToolsetDefaults, ToolSource } from './tool-source.js';

/**
 * Returns the forms in which the result of a tool can arrive as the value of an outcome. Returns
 * undefined if code that the build does not see may replace the value.
 */
export function readValueForms(
  source: ToolSource,
  { declaration: owner }: ToolsetDefaults,
  context: Pick<ReadingContext, 'names' | 'checker'>,
): readonly ValueForm[] | undefined {
  if (owner === undefined) return formsOf(functionSettings(source.options));
  return formsOf(decoratorsOf(owner, source.name, context));
}

/** @param settings - names of settings, undefined if they are unknown */
function formsOf(settings: ReadonlySet<string> | undefined): readonly ValueForm[] | undefined {
  if (settings === undefined || settings.has('interceptors') || settings.has('background')) return undefined;
  if (settings.has('external')) return ['json'];
  const executed: ValueForm = settings.has('isolated') ? 'cloned' : 'returned';
  return settings.has('cached') ? [executed, 'json'] : [executed];
}

/** The settings that a decorator makes. Other decorators leave the value alone. */
const SETTINGS: ReadonlyMap<string, string> = new Map([
  ['Use', 'interceptors'],
  ['External', 'external'],
  ['Isolated', 'isolated'],
  ['Cached', 'cached'],
  ['Background', 'background'],
]);

/** Returns the settings of the decorators on a class, on its base classes and on one method. */
function decoratorsOf(
  owner: ts.ClassLikeDeclaration,
  method: string,
  { names, checker }: Pick<ReadingContext, 'names' | 'checker'>,
): ReadonlySet<string> | undefined {
  const settings = new Set<string>();
  const classes = [...baseClasses(owner, checker)];
  if (classes.some((one) => hasUnknownBase(one, checker)) || hasCompiled(classes, names)) return undefined;
  const methods = classes.flatMap(({ members }) =>
    members.filter(({ name }) => name !== undefined && mayBe(name, method)),
  );
  for (const place of [...classes, ...methods]) {
    if (names.unknownDecorators(place).length > 0) return undefined;
    for (const { name } of names.decorators(place)) settings.add(SETTINGS.get(name) ?? name);
  }
  return settings;
}

/** Returns whether a member may have a name. A computed name may be any. */
function mayBe(name: ts.PropertyName, wanted: string): boolean {
  return ts.isComputedPropertyName(name) || textOf(name) === wanted;
}

/** Returns whether a class extends an unknown class, such as the parameter of a mixin. */
function hasUnknownBase(declaration: ts.ClassLikeDeclaration, checker: ts.TypeChecker): boolean {
  return baseExpression(declaration) !== undefined && directBases(declaration, checker).length === 0;
}

/** Returns whether a class is compiled, so that its declaration shows no decorators. */
function hasCompiled(classes: readonly ts.ClassLikeDeclaration[], names: HaftNames): boolean {
  return classes.some((one) => {
    const { isDeclarationFile, fileName } = one.getSourceFile();
    return isDeclarationFile && names.mayUseHaft(fileName);
  });
}

/** Returns the names of the `settings` of `defineTool`, if they are written there. */
function functionSettings(options: ts.Expression | undefined): ReadonlySet<string> | undefined {
  const written = propertiesOf(options);
  const settings = written?.get('settings');
  if (settings === undefined) return written === undefined ? undefined : new Set();
  const names = propertiesOf(settings);
  return names === undefined ? undefined : new Set(names.keys());
}

/** Returns the properties of an object literal with plain names, else undefined. */
function propertiesOf(expression: ts.Expression | undefined): ReadonlyMap<string, ts.Expression> | undefined {
  const found = new Map<string, ts.Expression>();
  if (expression === undefined) return found;
  if (!ts.isObjectLiteralExpression(expression)) return undefined;
  for (const one of expression.properties) {
    if (one.name === undefined || ts.isComputedPropertyName(one.name)) return undefined;
    found.set(textOf(one.name), ts.isPropertyAssignment(one) ? one.initializer : one.name);
  }
  return found;
}

function textOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText();
}
