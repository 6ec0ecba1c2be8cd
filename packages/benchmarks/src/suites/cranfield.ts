import { existsSync, readFileSync } from 'node:fs';

/** The public retrieval set Cranfield: abstracts, and queries with the right abstracts. */
export interface Cranfield {
  readonly documents: readonly { readonly id: number; readonly title: string; readonly text: string }[];
  readonly queries: readonly { readonly text: string; readonly relevant: readonly number[] }[];
}

const FILE = new URL('../../../../../shared/suites/retrieval/cranfield.json', import.meta.url);

/** Reads the set. Undefined if it is not there. */
export function readCranfield(): Cranfield | undefined {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Cranfield) : undefined;
}
