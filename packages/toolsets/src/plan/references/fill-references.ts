import { pathText, type JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/internal';
import { define } from './define.js';
import type { PlacedReference, ReadArguments } from './find-references.js';
import { putAt } from './put-at.js';
import { shortened } from '../../shortened.js';
import { valueAt } from './value-at.js';

/**
 * Writes the values of results into the arguments of a step, as copies: a tool may change its
 * arguments.
 *
 * @param resultOf - returns the result of a step, or undefined if it was not kept
 * @returns the problem of a reference without a value, or undefined
 */
export function fillReferences(
  { args, references }: ReadArguments,
  resultOf: (reference: PlacedReference) => JsonValue | undefined,
): string | undefined {
  const budget = new CopyBudget();
  for (const reference of references) {
    const place = `args.${pathText(reference.path)}`;
    const source = `the ${reference.isStored === true ? 'reference' : 'result of step'} '${shortened(reference.id)}'`;
    const result = resultOf(reference);
    if (result === undefined)
      return `${place}: ${source} ${reference.isStored === true ? 'has expired' : 'was too large to keep'}`;
    const found = valueAt(result, reference.keys);
    if ('problem' in found) return `${place}: in ${source} ${found.problem}`;
    const value = budget.copy(found.value, 0);
    if (value === undefined) return `${place}: ${source} is too large for an argument`;
    putAt(args, reference.path, value);
  }
  return undefined;
}

/** Limits the values of a step. Otherwise many references to a large result use all memory. */
class CopyBudget {
  private left = MOST_VALUES;

  /** Returns a copy, or undefined if there are too many values, or too deeply nested ones. */
  copy(value: JsonValue, depth: number): JsonValue | undefined {
    if (this.left-- <= 0 || depth > DEEPEST) return undefined;
    if (Array.isArray(value)) return this.copyList(value, depth);
    return isObject(value) ? this.copyObject(value, depth) : value;
  }

  private copyList(list: readonly JsonValue[], depth: number): JsonValue | undefined {
    const copies: JsonValue[] = [];
    for (const one of list) {
      const copy = this.copy(one, depth + 1);
      if (copy === undefined) return undefined;
      copies.push(copy);
    }
    return copies;
  }

  private copyObject(object: Readonly<Record<string, JsonValue>>, depth: number): JsonValue | undefined {
    const copies: Record<string, JsonValue> = {};
    for (const key of Object.keys(object)) {
      const copy = this.copy(object[key] as JsonValue, depth + 1);
      if (copy === undefined) return undefined;
      define(copies, key, copy);
    }
    return copies;
  }
}

const MOST_VALUES = 1_000_000;
const DEEPEST = 1_000;
