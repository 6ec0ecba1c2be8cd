import type { DeferredHandler } from '../deferral/decide-inline.js';

/** What the host gives to one call, beside what the model sent. */
export interface CallOptions {
  /** Interrupts this call: the outcome is `interrupted`, and the tool's `run.signal` is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Told what the tool reports (`run.report`) and what its generator yields, as the event `progress` is. What it throws is logged. */
  readonly onProgress?: ((progress: unknown) => void) | undefined;
  /** Decides about this call, when it is deferred, before the run's `onDeferred` is asked: for a host that knows already what was decided. */
  readonly onDeferred?: DeferredHandler | undefined;
}
