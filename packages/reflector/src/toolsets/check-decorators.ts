import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { ts } from '../program/typescript.js';
import { unresolvedImport } from '../program/unresolved-import.js';
import { baseClasses } from './base-classes.js';
import { checkOptions } from './check-options.js';
import { checkPlaces } from './check-places.js';
import { ClassRoles } from './class-roles.js';
import { makesDefinition, rowOf } from './decorator-table.js';
import type { ToolsetClass } from './find-toolsets.js';
import { decoratorsOn, type HaftDecorator, type HaftNames } from './haft-names.js';

/** The context of the checks of decorators. */
export interface DecoratorChecks {
  readonly names: HaftNames;
  readonly program: ts.Program;
  readonly diagnostics: Diagnostics;
}

/** Reports the decorators of classes that have the name of one of Haft and no declaration. */
export function checkImports(own: readonly ts.SourceFile[], checks: DecoratorChecks): void {
  for (const node of own.flatMap(decoratedClasses).flatMap(decoratorsOn)) checkWritten(node, checks);
}

/** Reports decorators of Haft that do nothing, or that the project's compiler rejects. */
export function checkDecorators(
  own: readonly ts.SourceFile[],
  toolsets: readonly ToolsetClass[],
  checks: DecoratorChecks,
): void {
  const checker = checks.program.getTypeChecker();
  const followed = new Set(toolsets.flatMap(({ declaration }) => [...baseClasses(declaration, checker)]));
  const classes = own.flatMap(decoratedClasses);
  const roles = new ClassRoles(classes, checks.names, checker);
  for (const one of classes) {
    for (const place of [one, ...one.members, ...parametersOf(one)]) {
      for (const node of decoratorsOn(place)) checkWritten(node, checks);
      for (const decorator of checks.names.decorators(place)) checkArguments(decorator, checks);
      checkPlaces(place, { ...checks, checker, roles });
    }
    if (!followed.has(one)) checkToolset(one, checks);
  }
  for (const { declaration } of toolsets) {
    checkStandard(declaration, checks);
    for (const member of declaration.members) checkOtherTool(member, checks);
  }
}

/** Returns the first tool method of a class that is not a toolset, for reports. */
export function strayTool(own: readonly ts.SourceFile[], names: HaftNames): ts.Node | undefined {
  return own.flatMap(decoratedClasses).find((one) => toolOf(one, names) !== undefined);
}

function decoratedClasses(file: ts.SourceFile): readonly ts.ClassLikeDeclaration[] {
  if (!file.text.includes('@')) return [];
  const found: ts.ClassLikeDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function parametersOf(declaration: ts.ClassLikeDeclaration): readonly ts.ParameterDeclaration[] {
  return declaration.members.flatMap((one) => (ts.isFunctionLike(one) ? [...one.parameters] : []));
}

/** Reports a decorator that is not imported, or not called. */
function checkWritten(node: ts.Decorator, { names, program, diagnostics }: DecoratorChecks): void {
  const isCalled = ts.isCallExpression(node.expression);
  const callee = isCalled ? node.expression.expression : node.expression;
  const name = ts.isIdentifier(callee) ? callee.text : undefined;
  const lost = name === undefined || rowOf(name) === undefined ? undefined : lostImport(callee, program);
  if (name !== undefined && lost !== undefined) {
    diagnostics.at(node, {
      code: 'HAFT1004',
      message: `'@${name}' ${lost}.`,
      fix: `Write: import { ${name} } from 'haft';`,
    });
    return;
  }
  const haft = isCalled ? undefined : names.ofExpression(callee);
  if (haft === undefined || rowOf(haft) === undefined) return;
  diagnostics.at(node, {
    code: 'HAFT1017',
    message: `'@${callee.getText()}' is not called.`,
    fix: `Write '@${callee.getText()}()'.`,
  });
}

/** Reports a `@Tool` of another package in a toolset. A person would read it as the one of Haft. */
function checkOtherTool(member: ts.ClassElement, { names, program, diagnostics }: DecoratorChecks): void {
  if (names.decorator(member, 'Tool') !== undefined) return;
  const known = new Set([...names.decorators(member).map(({ node }) => node), ...names.unknownDecorators(member)]);
  const other = decoratorsOn(member).find((node) => {
    const callee = ts.isCallExpression(node.expression) ? node.expression.expression : node.expression;
    const isWritten = ts.isIdentifier(callee) && callee.text === 'Tool' && !known.has(node);
    return isWritten && lostImport(callee, program) === undefined;
  });
  if (other === undefined) return;
  const name = member.name?.getText() ?? 'a member';
  diagnostics.at(other, {
    code: 'HAFT1004',
    severity: 'warning',
    message: `'@Tool' on '${name}' is of another package, so '${name}' is not a tool.`,
    fix: "Write: import { Tool } from 'haft'; If you mean the other one, import it under another name.",
  });
}

/** Returns why a name has no declaration. `reportUnresolvedHaft` reports imports of Haft itself. */
function lostImport(name: ts.Expression, program: ts.Program): string | undefined {
  const checker = program.getTypeChecker();
  if (checker.getSymbolAtLocation(name) === undefined) return 'is not imported in this file';
  const unresolved = unresolvedImport(name, checker);
  if (unresolved === undefined || /'(haft|@haft\/[a-z]+)'/.test(unresolved.what)) return undefined;
  return `cannot be resolved: ${unresolved.what}`;
}

/** Reports options that a decorator does not have. `@Param` has a separate report. */
function checkArguments({ name, args, bindings }: HaftDecorator, { program, diagnostics }: DecoratorChecks): void {
  const call = args[0]?.parent;
  if (name === 'Param' || call === undefined || !ts.isCallExpression(call)) return;
  checkOptions({ name: `@${name}`, call, bindings }, program.getTypeChecker(), diagnostics);
}

/** Reports methods with `@Tool` in a class that is not a toolset, and that no toolset extends. */
function checkToolset(declaration: ts.ClassLikeDeclaration, { names, diagnostics }: DecoratorChecks): void {
  const isAbstract = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Abstract) !== 0;
  const tool = isAbstract ? undefined : toolOf(declaration, names);
  if (tool === undefined) return;
  const name = declaration.name?.text;
  const kind = kindOf(tool, names);
  diagnostics.at(declaration.name ?? declaration, {
    code: 'HAFT1016',
    severity: 'warning',
    message: `The class ${name ?? 'without a name'} has the ${kind} '${tool.name?.getText() ?? ''}' but no @Toolset(), so Haft ignores its ${kind}s.`,
    fix: `Put @Toolset() on ${name ?? 'a class with a name, and export it'}. If only other classes extend it, make it abstract.`,
  });
}

function kindOf(member: ts.ClassElement, names: HaftNames): string {
  return (
    names
      .decorators(member)
      .find(({ name }) => makesDefinition(name))
      ?.name.toLowerCase() ?? 'tool'
  );
}

function toolOf(declaration: ts.ClassLikeDeclaration, names: HaftNames): ts.ClassElement | undefined {
  if (names.decorator(declaration, 'Toolset') !== undefined) return undefined;
  return declaration.members.find((member) => names.decorators(member).some(({ name }) => makesDefinition(name)));
}

/** Reports standard decorators on parameters. */
function checkStandard(declaration: ts.ClassLikeDeclaration, { program, diagnostics }: DecoratorChecks): void {
  if (program.getCompilerOptions().experimentalDecorators === true) return;
  const node = parametersOf(declaration).flatMap(decoratorsOn)[0];
  if (node === undefined) return;
  diagnostics.at(node, {
    code: 'HAFT1018',
    // If only swc or Babel compiles the project, they may have the option.
    severity: 'warning',
    message: `'${node.getText()}' decorates a parameter, which the compiler rejects without 'experimentalDecorators'.`,
    fix: `Add "experimentalDecorators": true to the compilerOptions of the tsconfig.`,
  });
}
