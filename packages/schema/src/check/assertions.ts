import type { JsonSchemaObject } from '../json-schema.js';
import type { AssertionCheck } from '../keywords/keyword.js';
import { CHECKS, keywordsIn } from '../keywords/table.js';
import type { StepBudget } from '../patterns/step-budget.js';
import type { BoundApplicator, MakeApplicators, SchemaNode } from './schema-node.js';

/** A keyword of one schema that looks at one value and not into it. */
export interface Assertion extends Omit<AssertionCheck, 'test'> {
  readonly keyword: string;
  readonly holds: (value: never) => boolean;
}

/** What the keywords of one schema check. */
export interface BoundChecks {
  /** In the order of the problems that a person would name. */
  readonly assertions: readonly Assertion[];
  /** Binds the keywords that look into a value. Undefined if there are none. */
  readonly applicatorsOf: ((node: SchemaNode) => readonly BoundApplicator[]) | undefined;
}

/**
 * Binds the keywords of a schema.
 *
 * @param budget - the steps that patterns may take
 */
export function checksOf(schema: JsonSchemaObject, budget: StepBudget): BoundChecks {
  const assertions: Assertion[] = [];
  // Keywords of one module share a function.
  const applicators = new Set<MakeApplicators>();
  for (const [keyword, check] of keywordsIn(schema, CHECKS)) {
    if (check.applicators !== undefined) applicators.add(check.applicators);
    const holds = check.assertion?.test(schema[keyword] as never, budget);
    if (check.assertion === undefined || holds === undefined) continue;
    const { kinds, mayPass, count } = check.assertion;
    assertions.push({ keyword, kinds, holds, mayPass, count });
  }
  if (applicators.size === 0) return { assertions, applicatorsOf: undefined };
  return { assertions, applicatorsOf: (node) => [...applicators].flatMap((bind) => bind(schema, node)) };
}
