import type { Diagnostics, Finding } from '../diagnostics/diagnostics.js';
import { ts } from '../program/typescript.js';
import { children, objectsIn, type PropertyNode, type TypeNode } from '../types/model.js';
import { decoratorsOn } from './haft-names.js';

/** Warns of a parameter that a model would have to send with both sides of a relation. */
export function checkSentRelations(
  { name, type }: PropertyNode,
  tool: string,
  place: ts.Node,
  diagnostics: Diagnostics,
): void {
  report(type.node, place, diagnostics, (sides) => ({
    message: `The model sends both sides of a relation in the parameter '${name}' of tool '${tool}': ${sides}.`,
    fix: 'Take the id of the related object, or a type without one of the sides.',
  }));
}

/** Warns of a result that may contain itself, because its type has both sides of a relation. */
export function checkReturnedRelations(node: TypeNode, tool: string, place: ts.Node, diagnostics: Diagnostics): void {
  report(node, place, diagnostics, (sides) => ({
    message: `The result of '${tool}' has both sides of a relation, so it may contain itself: ${sides}.`,
    fix: 'Return a type without one of the sides. JSON cannot have cycles.',
  }));
}

function report(
  node: TypeNode,
  place: ts.Node,
  diagnostics: Diagnostics,
  finding: (sides: string) => Pick<Finding, 'message' | 'fix'>,
): void {
  const sides = bothSides(node);
  if (sides === undefined) return;
  diagnostics.at(place, { code: 'HAFT1053', severity: 'warning', ...finding(sides.map(nameOf).join(' and ')) });
}

/**
 * Returns the first two properties of entities that lead to each other. Decorators of an ORM say
 * that they are one relation: the types alone could be a tree, such as an expression with arguments
 * that are expressions.
 */
function bothSides(root: TypeNode): readonly [ts.PropertyDeclaration, ts.PropertyDeclaration] | undefined {
  const seen = new Set<TypeNode>([root]);
  for (const node of seen) {
    for (const there of relationsOf(node)) {
      const back = there.targets.flatMap(relationsOf).find((one) => areSides(there, one));
      if (back !== undefined) return [there.property, back.property];
    }
    for (const child of children(node)) seen.add(child.node);
  }
  return undefined;
}

interface Relation {
  readonly property: ts.PropertyDeclaration;
  /** The name of the decorator, in lower case. */
  readonly kind: string;
  readonly targets: readonly TypeNode[];
}

function relationsOf(node: TypeNode): readonly Relation[] {
  if (node.kind !== 'object') return [];
  return node.properties.flatMap(({ declaration, type }) => {
    if (declaration === undefined || !ts.isPropertyDeclaration(declaration)) return [];
    const kind = decoratorsOn(declaration).flatMap(relationKind)[0];
    return kind === undefined ? [] : [{ property: declaration, kind, targets: objectsIn(type.node) }];
  });
}

function areSides(there: Relation, back: Relation): boolean {
  if (there.property === back.property || (there.kind === back.kind && ONE_SIDED.has(there.kind))) return false;
  return back.targets.some((one) => relationsOf(one).some(({ property }) => property === there.property));
}

/** Decorators that have another one on the other side: `boss` and `mentor` are two relations. */
const ONE_SIDED: ReadonlySet<string> = new Set(['onetomany', 'manytoone', 'hasmany', 'hasone', 'belongsto']);

/** Names of TypeORM and MikroORM, of Sequelize and LoopBack. */
const RELATIONS: ReadonlySet<string> = new Set([
  ...ONE_SIDED,
  'onetoone',
  'manytomany',
  'belongstomany',
  'treeparent',
  'treechildren',
]);

function relationKind({ expression }: ts.Decorator): readonly string[] {
  if (!ts.isCallExpression(expression)) return [];
  const callee = expression.expression;
  const name = (ts.isPropertyAccessExpression(callee) ? callee.name : callee).getText().toLowerCase();
  // Mongoose names the other document in an option.
  const isReference = name === 'prop' && expression.arguments.some((one) => /\bref\s*:/.test(one.getText()));
  return isReference || RELATIONS.has(name) ? [name] : [];
}

function nameOf({ parent, name }: ts.PropertyDeclaration): string {
  return `${parent.name?.text ?? 'class'}.${name.getText()}`;
}
