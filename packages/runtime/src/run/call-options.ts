import type { DeferredHandler } from '../call/deferral/deferred-handler.js';

/** Options of `run.call`: your part of one call. */
export interface CallOptions {
  /** Interrupts this call: the outcome is `interrupted`, and the tool's `run.signal` is aborted. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Receives the reports of the tool (`run.report`) and the values that its generator yields, like
   * the event `progress`. Haft logs its errors.
   */
  readonly onProgress?: ((progress: unknown) => void) | undefined;
  /** Decides about this call if it is deferred, before the run's `onDeferred`. */
  readonly onDeferred?: DeferredHandler | undefined;
}
