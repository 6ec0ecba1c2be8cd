import type { SchemaNode } from '../../check/schema-node.js';
import type { Walk } from '../../check/walk.js';
import type { JsonSchemaObject } from '../../json-schema.js';
import { branchTable, type BranchTable } from './branch-table.js';
import { reportNearest } from './nearest-branch.js';

/**
 * Returns the check of a union. If a value is valid for no branch, it reports only the problems of
 * the nearest branch.
 */
export function checkUnion(rule: 'anyOf' | 'oneOf', schema: JsonSchemaObject, { source }: SchemaNode) {
  const branches = schema[rule] ?? [];
  const discriminator = schema.discriminator?.propertyName;
  const nodes = branches.map(source.nodeOf);
  const targets = (): readonly SchemaNode[] => nodes.map((node) => node.target);
  const most = rule === 'anyOf' ? 1 : 2;
  // Made for the first value, because a branch may refer to the union itself.
  let table: BranchTable | null | undefined;
  const tableOfAll = () => (table ??= branchTable(nodes, targets(), discriminator) ?? null);
  let whole: SchemaNode | undefined;
  const phraseOfAll = (): string => (whole ??= source.nodeOf({ anyOf: branches })).phrase;
  return (value: unknown, walk: Walk): boolean => {
    const possible = table === null ? nodes : (tableOfAll()?.(value) ?? nodes);
    const matches = countFitting(possible, value, walk, most);
    if (matches === 1) return true;
    if (walk.done) return false;
    if (matches > 1) {
      const expected = `a value of exactly one of these forms: ${phraseOfAll()}`;
      return walk.report({ rule, expected, received: value, mayPass: true });
    }
    return reportNearest({ rule, nodes: targets(), discriminator, phrase: phraseOfAll }, value, walk);
  };
}

/** Counts the branches that accept the value. Stops at `most`. */
function countFitting(nodes: readonly SchemaNode[], value: unknown, walk: Walk, most: number): number {
  let count = 0;
  for (const node of nodes) {
    if (!walk.fits(node, value)) continue;
    count++;
    if (count === most) break;
  }
  return count;
}
