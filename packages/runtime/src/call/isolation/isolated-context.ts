import type { Approval, RunUsage } from '@haft/core';
import type { Call } from '../call.js';
import { CallContext } from '../context/call-context.js';
import type { CallFacts } from '../../isolation/isolated-job.js';

/** What an `@Isolated` tool may know: budgets, deadline and approval are those of the call in the thread that it came from. */
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
    return this.#facts.approval;
  }
  override get idempotencyKey(): string {
    return this.#facts.idempotencyKey;
  }
  override get usage(): RunUsage {
    return this.#facts.usage;
  }
}
