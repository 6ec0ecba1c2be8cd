import type { RunLedger } from '@haft/core';
import type { Call } from '../call.js';
import { settleIn } from '../ledger/settle-in.js';
import { requireInProgress } from './in-progress.js';

/** `run.ledger` of a tool. */
export class LedgerOfContext implements RunLedger {
  readonly #call: Call | undefined;

  constructor(call: Call | undefined) {
    this.#call = call;
  }

  async settleIn(client: unknown, value: unknown): Promise<void> {
    return settleIn(requireInProgress(this.#call, 'ledger.settleIn'), client, value);
  }
}
