import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import type { Revival } from '../../model.js';

/**
 * Copies revivals to a new schema. They are found by the identity of a schema, and constraints
 * create new schemas. Copies them for the schema itself and for the parts that constraints may have
 * changed.
 */
export function carryRevivals(from: JsonSchema, to: JsonSchema, revivals: Map<JsonSchemaObject, Revival>): void {
  if (from === to || typeof from === 'boolean' || typeof to === 'boolean') return;
  const revival = revivals.get(from);
  if (revival !== undefined) {
    revivals.delete(from);
    revivals.set(to, revival);
  }
  carryPart(from.items, to.items, revivals);
  carryPart(from.additionalProperties, to.additionalProperties, revivals);
  carryList(from.prefixItems, to.prefixItems, revivals);
  const branches = from.anyOf ?? from.oneOf;
  const left = to.anyOf ?? to.oneOf;
  if (branches === undefined) return;
  // Impossible branches are removed. A single remaining branch replaces the union.
  if (left === undefined) carryList(branches.filter((one) => saysTheSame(one, to)).slice(0, 1), [to], revivals);
  else if (left.length === branches.length) carryList(branches, left, revivals);
  else
    for (const branch of branches)
      carryList([branch], left.filter((one) => saysTheSame(branch, one)).slice(0, 1), revivals);
}

function carryPart(
  from: JsonSchema | undefined,
  to: JsonSchema | undefined,
  revivals: Map<JsonSchemaObject, Revival>,
): void {
  if (from !== undefined && to !== undefined) carryRevivals(from, to, revivals);
}

function carryList(
  from: readonly JsonSchema[] | undefined,
  to: readonly JsonSchema[] | undefined,
  revivals: Map<JsonSchemaObject, Revival>,
): void {
  from?.forEach((one, index) => {
    carryPart(one, to?.[index], revivals);
  });
}

/** Returns whether a schema still has all keywords of another one. */
function saysTheSame(before: JsonSchema, after: JsonSchema): boolean {
  if (typeof before === 'boolean' || typeof after === 'boolean') return before === after;
  return before.type === after.type && before.format === after.format && before.properties === after.properties;
}
