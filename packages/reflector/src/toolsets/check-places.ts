import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { ts } from '../program/typescript.js';
import type { ClassRoles } from './class-roles.js';
import { decoratedParameter } from './decorated-parameter.js';
import { makesDefinition, rowOf, type DecoratorPlace } from './decorator-table.js';
import { decoratorsOn, type HaftDecorator, type HaftNames } from './haft-names.js';
import { isCustom } from './parameter-role.js';

/** The context of {@link checkPlaces}. */
export interface PlaceChecks {
  readonly names: HaftNames;
  readonly checker: ts.TypeChecker;
  readonly roles: ClassRoles;
  readonly diagnostics: Diagnostics;
}

/**
 * Reports decorators of Haft on a declaration of a class that have no effect there: in a wrong
 * place, twice, or next to another one that decides.
 */
export function checkPlaces(declaration: ts.Node, checks: PlaceChecks): void {
  const decorators = decoratorsOf(declaration, checks);
  if (decorators.length === 0) return;
  const place = placeOf(declaration, checks);
  const seen = new Set<string>();
  for (const { name, node } of decorators) {
    const row = rowOf(name);
    if (row === undefined) continue;
    if (!row.places.includes(place)) {
      // The check of toolsets says more about a misplaced @Tool.
      if (makesDefinition(name) && isInToolset(declaration, checks)) continue;
      checks.diagnostics.at(node, {
        code: 'HAFT1083',
        message: `${written(name, node)} has no effect on ${nameOf(declaration)}, which is ${PLACES[place]}.`,
        fix: `Put it ${row.where}, or remove it.`,
      });
    } else if (seen.has(name) && row.repeats !== true) {
      checks.diagnostics.at(node, {
        code: 'HAFT1084',
        message: `${written(name, node)} is on ${nameOf(declaration)} twice, and only one of them has an effect.`,
        fix: 'Keep one, with all that both say.',
      });
    }
    seen.add(name);
  }
  reportSuppliers(declaration, decorators, checks);
}

/** The decorators that say where the value of a parameter comes from. */
const SUPPLIERS = ['Inject', 'UserInput', 'createParamDecorator'];

function reportSuppliers(
  declaration: ts.Node,
  decorators: readonly Pick<HaftDecorator, 'name' | 'node'>[],
  { diagnostics }: PlaceChecks,
): void {
  const [first, second] = decorators.filter(({ name }) => SUPPLIERS.includes(name));
  if (first === undefined || second === undefined || first.name === second.name) return;
  diagnostics.at(second.node, {
    code: 'HAFT1082',
    message: `${written(second.name, second.node)} does not fit the tool: ${written(first.name, first.node)} supplies ${nameOf(declaration)} already.`,
    fix: 'Keep the one that says who supplies the value: the container, the run or a person.',
  });
}

/** Returns the decorators of Haft, and those that its `createParamDecorator` created. */
function decoratorsOf(
  declaration: ts.Node,
  { names, checker }: PlaceChecks,
): readonly Pick<HaftDecorator, 'name' | 'node'>[] {
  const own = decoratorsOn(declaration);
  if (own.length === 0) return [];
  const found: readonly Pick<HaftDecorator, 'name' | 'node'>[] = names.decorators(declaration);
  if (!ts.isParameter(declaration)) return found;
  const custom = own.filter((node) => isCustom(node.expression, names, checker));
  return [...found, ...custom.map((node) => ({ name: 'createParamDecorator', node }))];
}

function written(name: string, node: ts.Decorator): string {
  const callee = ts.isCallExpression(node.expression) ? node.expression.expression : node.expression;
  return name === 'createParamDecorator' ? `@${callee.getText()}` : `@${name}`;
}

function placeOf(declaration: ts.Node, { names, checker, roles }: PlaceChecks): DecoratorPlace {
  if (ts.isClassLike(declaration)) return roles.isToolset(declaration) ? 'toolset' : 'class';
  if (ts.isParameter(declaration)) return parameterPlace(declaration, { names, checker, roles });
  const flags = ts.getCombinedModifierFlags(declaration as ts.Declaration);
  if (flags & ts.ModifierFlags.Static) return 'static';
  if (ts.isAccessor(declaration)) return 'accessor';
  if (!ts.isMethodDeclaration(declaration)) return 'property';
  if (roles.isTool(declaration)) return 'tool';
  return roles.isOffer(declaration) ? 'offer' : 'method';
}

function parameterPlace(
  parameter: ts.ParameterDeclaration,
  { names, checker, roles }: Pick<PlaceChecks, 'names' | 'checker' | 'roles'>,
): DecoratorPlace {
  const owner = parameter.parent;
  if (ts.isConstructorDeclaration(owner))
    return ts.isParameterPropertyDeclaration(parameter, owner) ? 'parameterProperty' : 'constructorParameter';
  if (!ts.isMethodDeclaration(owner) || !(roles.isTool(owner) || roles.isOffer(owner))) return 'methodParameter';
  const decorated = decoratedParameter(parameter, checker);
  const isHosted =
    names.decorator(decorated, 'Inject') !== undefined ||
    decoratorsOn(decorated).some(({ expression }) => isCustom(expression, names, checker));
  if (isHosted) return 'hostParameter';
  return names.isRunContext(checker.getTypeAtLocation(parameter)) ? 'runParameter' : 'argument';
}

function isInToolset(declaration: ts.Node, { names }: PlaceChecks): boolean {
  const { parent } = declaration;
  return ts.isClassLike(parent) && names.decorator(parent, 'Toolset') !== undefined;
}

const PLACES: Readonly<Record<DecoratorPlace, string>> = {
  toolset: 'a class',
  class: 'a class without @Toolset()',
  tool: 'a tool',
  offer: 'a resource or a prompt',
  method: 'a method without @Tool()',
  property: 'a property',
  accessor: 'an accessor',
  static: 'static',
  argument: 'a parameter that the model sets',
  hostParameter: 'a parameter that the application sets',
  runParameter: 'the run',
  parameterProperty: 'a parameter of the constructor',
  constructorParameter: 'a parameter of the constructor',
  methodParameter: 'a parameter of a method that is not a tool',
};

function nameOf(declaration: ts.Node): string {
  const { name } = declaration as ts.NamedDeclaration;
  return name === undefined ? 'a class' : `'${name.getText()}'`;
}
