import type { DeferralRequest, RunContext } from '@haft/core';
import type { Decisions } from './decision.js';

/**
 * Decides about deferred calls before the host gets them. Requests without a decision stay
 * deferred. The deadlines of the calls do not apply: the limit is `onDeferredTimeoutMs` of the
 * runtime. `run.signal` aborts when the run is over. You may type `run` as `RunContext<YourDeps>`:
 * TypeScript compares the parameter types of methods in both directions.
 */
export type DeferredHandler = {
  decide(
    requests: readonly DeferralRequest[],
    run: RunContext,
  ): Decisions | null | undefined | Promise<Decisions | null | undefined>;
}['decide'];
