import { factValue } from './fact-rows.js';
import type { Fact } from './text-store.js';

/** Writes the placeholder of a value and keeps the value: `?`, or `$3`. */
export type Bind = (value: string | number) => string;

/** The limits of a search, with owners by their number in the database. */
export interface RowFilter {
  readonly owners: readonly number[];
  readonly limit: number;
  readonly facts: Readonly<Record<string, Fact>>;
}

/**
 * Returns a condition for the documents that owners have, with all facts. The owners come first in
 * the index of facts, so the work depends on their documents alone.
 *
 * @param column - the column with the id of the document
 */
export function documentCondition(
  column: string,
  { owners, facts }: Pick<RowFilter, 'owners' | 'facts'>,
  bind: Bind,
): string {
  return Object.entries(facts)
    .map(([name, fact]) => {
      const owner = owners.map((id) => bind(id)).join(', ');
      return `${column} IN (SELECT document FROM haft_text_facts
        WHERE owner IN (${owner}) AND name = ${bind(name)} AND value = ${bind(factValue(fact))})`;
    })
    .join(' AND ');
}
