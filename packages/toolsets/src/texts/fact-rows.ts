import type { Fact, NewDocument } from './text-store.js';

/** A fact of a document, as filters compare it. */
export interface FactRow {
  readonly name: string;
  /** The value as JSON, so that the number 1 and the text "1" differ. */
  readonly value: string;
}

/** Returns the facts of a document as rows, one for each value. Its source is a fact too. */
export function factRows({ source, facts }: NewDocument): readonly FactRow[] {
  const all: readonly (readonly [string, Fact | readonly string[]])[] = [...Object.entries(facts), ['source', source]];
  const rows = all.flatMap(([name, fact]) => [fact].flat().map((one) => ({ name, value: factValue(one) })));
  return [...new Map(rows.map((row) => [JSON.stringify([row.name, row.value]), row])).values()];
}

/** Returns a value as it is compared. */
export function factValue(fact: Fact): string {
  return JSON.stringify(fact);
}
