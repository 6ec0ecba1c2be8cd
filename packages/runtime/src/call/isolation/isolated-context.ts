import type { Approval, RunRetries } from '@haft/core';
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

  override get retries(): RunRetries {
    const { attempt, maxRetries: max } = this.#facts;
    return Object.freeze({ attempt, max, isLast: attempt >= max });
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
}
