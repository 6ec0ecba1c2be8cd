import { HaftError } from '@haft/core';
import type { Call } from '../call/call.js';

/** Returns the error of a method that needs a ledger. */
export function noLedger(method: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `${method} needs a ledger, and createRuntime got none.`, {
    hint: 'Give createRuntime({ durability: { ledger } }), for example a SqliteCallLedger of @haft/durable/sqlite.',
  });
}

/** Returns the error for a call in progress without a row. */
export function notKept({ name }: Call): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', `RunContext.ledger.settleIn() of '${name}' needs a row in a ledger.`, {
    hint: 'Mark the tool with @Effect(), and give createRuntime a ledger of @haft/durable on your database.',
  });
}
