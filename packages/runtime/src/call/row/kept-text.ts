import { HaftError } from '@haft/core';
import { writtenOr } from '../written-or.js';

/** Characters of a kept value as JSON. */
const MOST_KEPT = 2000;

/**
 * Returns a value as JSON for the row of a call.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if JSON has no form for it, or if it is too long
 */
export function keptText(tool: string, value: unknown): string {
  const refused = (cause: unknown): HaftError => unkeepable(tool, `a value that is not JSON: ${String(cause)}`);
  const json = JSON.stringify(writtenOr(value, refused));
  if (json.length <= MOST_KEPT) return json;
  throw unkeepable(tool, `${json.length} characters of JSON. The most are ${MOST_KEPT}.`);
}

function unkeepable(tool: string, problem: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `RunContext.ledger.keep() of '${tool}' got ${problem}`, {
    hint: 'Keep what finds the work again, such as the id of a job, and not the work itself.',
  });
}
