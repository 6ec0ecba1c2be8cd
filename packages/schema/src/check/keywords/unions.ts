import { nearest } from '../../issues/nearest.js';
import { phraseOf, phraseOfAllowed } from '../../issues/phrase-of.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import { KIND, kindOf } from '../json-kind.js';
import { textsOf, type BoundApplicator, type SchemaNode } from '../schema-node.js';
import type { Walk } from '../walk.js';
import { BranchTable, implicitDiscriminator, literalsOf } from './branch-table.js';
import { ownValue } from './properties.js';

const ANY = 255;

/** `anyOf` and `oneOf`. Of a value that fits no branch, only the problems of the nearest branch are told. */
export function unionApplicators(schema: JsonSchemaObject, node: SchemaNode): readonly BoundApplicator[] {
  const made: BoundApplicator[] = [];
  if (schema.anyOf !== undefined) made.push({ kinds: ANY, apply: union('anyOf', schema.anyOf, schema, node) });
  if (schema.oneOf !== undefined) made.push({ kinds: ANY, apply: union('oneOf', schema.oneOf, schema, node) });
  return made;
}

function union(
  rule: 'anyOf' | 'oneOf',
  branches: readonly JsonSchema[],
  schema: JsonSchemaObject,
  { source }: SchemaNode,
) {
  const nodes = branches.map(source.nodeOf);
  const most = rule === 'anyOf' ? 1 : 2;
  // Made at the first value: a branch may refer to the union itself.
  let table: BranchTable | null | undefined;
  const tableOfAll = () =>
    (table ??= BranchTable.of(nodes, nodes.map(followed), schema.discriminator?.propertyName) ?? null);
  let phrase: string | undefined;
  const phraseOfAll = (): string => (phrase ??= phraseOf({ anyOf: branches }, source.resolve));
  return (value: unknown, walk: Walk): boolean => {
    const matches = countFitting(
      table === null ? nodes : (tableOfAll()?.branchesFor(value) ?? nodes),
      value,
      walk,
      most,
    );
    if (matches === 1) return true;
    if (walk.done) return false;
    if (matches > 1) {
      return walk.report({
        rule,
        expected: `a value of exactly one of these forms: ${phraseOfAll()}`,
        received: value,
        mayPass: true,
      });
    }
    return reportNearest(rule, nodes.map(followed), schema.discriminator?.propertyName, phraseOfAll, value, walk);
  };
}

/** How many branches take the value; counting stops at `most`. */
function countFitting(nodes: readonly SchemaNode[], value: unknown, walk: Walk, most: number): number {
  let count = 0;
  for (const node of nodes) {
    if (!walk.fits(node, value)) continue;
    count++;
    if (count === most) break;
  }
  return count;
}

/** The node that a branch of only a `$ref` stands for. */
function followed(node: SchemaNode): SchemaNode {
  let current = node;
  for (let hops = 0; hops < 8; hops++) {
    const reference = typeof current.schema === 'object' ? current.schema.$ref : undefined;
    const target = reference === undefined ? undefined : current.source.resolve(reference);
    if (target === undefined) return current;
    current = current.source.nodeOf(target);
  }
  return current;
}

function reportNearest(
  rule: string,
  nodes: readonly SchemaNode[],
  discriminator: string | undefined,
  phrase: () => string,
  value: unknown,
  walk: Walk,
): false {
  const kind = kindOf(value);
  const possible = nodes.filter((node) => node.kinds === 0 || (node.kinds & kind) !== 0);
  if (possible.length > 1 && kind === KIND.object) {
    const told = reportByDiscriminator(rule, possible, discriminator, value as Readonly<Record<string, unknown>>, walk);
    if (told) return false;
  }
  const isScalar = kind !== KIND.object && kind !== KIND.array;
  if (possible.length === 0 || (isScalar && possible.length > 1)) {
    return walk.report({
      rule,
      expected: phrase(),
      received: value,
      suggestion: suggestionAmong(possible, value),
      mayPass: true,
    });
  }
  return walk.adopt(nearestBranch(possible, value, walk));
}

/** The branch with the fewest problems, of equal ones that with the deepest: it was probably the one that was meant. */
function nearestBranch(nodes: readonly SchemaNode[], value: unknown, walk: Walk): Walk {
  const walks = nodes.map((node) => walk.branch(node, value));
  return walks.reduce((best, one) => (isNearer(one, best) ? one : best));
}

function isNearer(a: Walk, b: Walk): boolean {
  if (a.issues.length !== b.issues.length) return a.issues.length < b.issues.length;
  return depthOf(a) > depthOf(b);
}

function depthOf({ issues }: Walk): number {
  return issues.reduce((depth, { path }) => depth + path.length, 0);
}

/** Tells the problems of the branch that the discriminator names, or that the discriminator itself is wrong. */
function reportByDiscriminator(
  rule: string,
  nodes: readonly SchemaNode[],
  given: string | undefined,
  value: Readonly<Record<string, unknown>>,
  walk: Walk,
): boolean {
  const property = given ?? implicitDiscriminator(nodes);
  if (property === undefined) return false;
  const actual = ownValue(value, property);
  const named = nodes.filter((node) => literalsOf(node, property)?.includes(actual as JsonValue) === true);
  if (named.length > 1) return false;
  const [only] = named;
  if (only !== undefined) {
    walk.adopt(walk.branch(only, value));
    return true;
  }
  const allowed = nodes.flatMap((node) => literalsOf(node, property) ?? []);
  const texts = allowed.filter((one) => typeof one === 'string');
  const suggestion = typeof actual === 'string' ? nearest(actual, texts) : undefined;
  walk.path.push(property);
  walk.report({ rule, expected: phraseOfAllowed([...new Set(allowed)]), received: actual, suggestion, mayPass: true });
  walk.path.pop();
  return true;
}

/** The allowed text of some branch that a wrong text was probably meant to be. */
function suggestionAmong(nodes: readonly SchemaNode[], value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return nearest(
    value,
    nodes.flatMap(({ schema }) => (typeof schema === 'object' ? textsOf(schema) : [])),
  );
}
