import type { CallStopped } from './call-stopped.js';

/** Whether a run continues. */
export class RunLifetime {
  haltReason: string | undefined = undefined;
  /** Set once the run was cancelled or has ended. */
  stopped: CallStopped | undefined = undefined;
  private controller: AbortController | undefined = undefined;

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.stopped !== undefined) this.controller.abort(this.stopped);
    }
    return this.controller.signal;
  }

  /** Answers later calls with this reason. */
  halt(reason: string): void {
    this.haltReason ??= reason;
  }

  /** Aborts the signal. Only the first reason counts. Returns false for later ones. */
  stop(stopped: CallStopped): boolean {
    if (this.stopped !== undefined) return false;
    this.stopped = stopped;
    this.controller?.abort(stopped);
    return true;
  }
}
