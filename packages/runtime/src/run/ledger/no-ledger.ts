import { HaftError } from '@haft/core';

/** Returns the error of a method that needs a ledger. */
export function noLedger(method: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `${method} needs a ledger, and createRuntime got none.`, {
    hint: 'Give createRuntime({ durability: { ledger } }), for example a SqliteCallLedger of @haft/durable/sqlite.',
  });
}
