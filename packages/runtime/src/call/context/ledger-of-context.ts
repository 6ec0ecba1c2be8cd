import type { RunLedger } from '@haft/core';
import type { Call } from '../call.js';
import type { RunPort } from '../run-port.js';
import { requireInProgress } from './in-progress.js';

/** `run.ledger` of a tool. */
export class LedgerOfContext implements RunLedger {
  readonly #run: RunPort;
  readonly #call: Call | undefined;

  constructor(run: RunPort, call: Call | undefined) {
    this.#run = run;
    this.#call = call;
  }

  async settleIn(client: unknown, value: unknown): Promise<void> {
    return this.#run.keeping.settleIn(requireInProgress(this.#call, 'ledger.settleIn'), client, value);
  }
}
