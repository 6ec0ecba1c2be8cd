import { HaftError } from '@haft/core';
import { CALL_STATES, ROW_KINDS, type CallRow, type CallState } from '@haft/runtime';
import type { SqlRow } from './call-columns.js';

/** Returns the state of a row. */
export function checkedState(row: SqlRow): CallState {
  return checkedWord(row, 'state', CALL_STATES);
}

/** Returns the kind of a row. */
export function checkedKind(row: SqlRow): CallRow['kind'] {
  return row['kind'] === null ? null : checkedWord(row, 'kind', ROW_KINDS);
}

/** Returns one of these words of a row. */
export function checkedWord<Word extends string>(row: SqlRow, name: string, words: readonly Word[]): Word {
  return words.find((word) => word === row[name]) ?? refuse(row, name);
}

/** Returns an integer of a row. Postgres gives large ones as texts. */
export function checkedNumber(row: SqlRow, name: string): number {
  const number = Number(row[name]);
  return Number.isSafeInteger(number) && row[name] !== '' ? number : refuse(row, name);
}

function refuse(row: SqlRow, name: string): never {
  const message = `The row ${String(row['key'])} of haft_calls has an invalid ${name}.`;
  throw new HaftError('HAFT_INVALID_PENDING', message, {
    hint: 'Another program changed the table. Correct or delete the row.',
  });
}
