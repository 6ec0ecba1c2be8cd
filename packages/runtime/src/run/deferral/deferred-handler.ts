import type { DeferralRequest, RunContext } from '@haft/core';
import type { Decisions } from '../../call/deferral/decision.js';

/**
 * Decides about deferred calls before the host sees them. What it leaves out stays deferred. The
 * deadlines of the calls do not apply: it has `onDeferredTimeoutMs` of the runtime, else no limit.
 * `run.signal` tells when the run is over.
 */
export type DeferredHandler = (
  requests: readonly DeferralRequest[],
  run: RunContext,
) => Decisions | null | undefined | Promise<Decisions | null | undefined>;
