import type { JsonSchemaObject } from '../json-schema.js';
import type { AssertionCheck } from '../keywords/keyword.js';
import { checkTable, keywordsIn, keywordTable } from '../keywords/table.js';
import type { StepBudget } from '../patterns/step-budget.js';
import { ANY, kindsOf } from '../values/json-kind.js';
import type { BoundApplicator, MakeApplicators, SchemaNode } from './schema-node.js';

/** A keyword of one schema that checks a value without its parts. */
export interface Assertion extends Pick<AssertionCheck, 'mayPass' | 'count'> {
  readonly keyword: string;
  readonly kinds: number;
  /** Tells the flaw of a value that looks like a valid one. */
  readonly flaw: ((value: never) => string | undefined) | undefined;
  readonly holds: (value: never) => boolean;
}

/** The checks of the keywords of one schema. */
export interface BoundChecks {
  /** The assertions in the order in which a person would name the problems. */
  readonly assertions: readonly Assertion[];
  /** Binds the keywords that check the parts of a value. Undefined if there are none. */
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
  const applicators = new Map<MakeApplicators, number>();
  for (const [keyword, check] of keywordsIn(schema, checkTable())) {
    const kinds = kindsOf(keywordTable()[keyword].types) || ANY;
    if (check.applicators !== undefined) applicators.set(check.applicators, kinds);
    const holds = check.assertion?.test(schema[keyword] as never, budget);
    if (check.assertion === undefined || holds === undefined) continue;
    const { mayPass, count, flaw, kinds: own = kinds } = check.assertion;
    assertions.push({ keyword, kinds: own, holds, mayPass, count, flaw: flaw?.(schema[keyword] as never) });
  }
  if (applicators.size === 0) return { assertions, applicatorsOf: undefined };
  const applicatorsOf = (node: SchemaNode): readonly BoundApplicator[] =>
    [...applicators].flatMap(([make, kinds]) => make(schema, node).map((apply) => ({ kinds, apply })));
  return { assertions, applicatorsOf };
}
