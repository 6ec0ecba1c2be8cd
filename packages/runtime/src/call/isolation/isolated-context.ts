import type { Approval, RunUsage } from '@haft/core';
import type { Call } from '../call.js';
import { CallContext } from '../context/call-context.js';
import type { CallFacts } from '../../isolation/isolated-job.js';

/**
 * The context of a call from another thread or process, with budgets, deadline and approval of the
 * original call.
 */
export class IsolatedContext extends CallContext {
  readonly #facts: CallFacts;

  constructor(call: Call, facts: CallFacts) {
    super(call.run, call);
    this.#facts = facts;
  }

  override get attempt(): number {
    return this.#facts.attempt;
  }
  override get maxRetries(): number {
    return this.#facts.maxRetries;
  }
  override get deadline(): number | undefined {
    return this.#facts.deadline;
  }
  override get approval(): Approval | undefined {
    return this.#facts.remote === undefined ? this.#facts.approval : super.approval;
  }
  override get idempotencyKey(): string {
    return this.#facts.idempotencyKey;
  }
  override get usage(): RunUsage {
    return this.#facts.usage;
  }
}
