import type { Logger } from '@haft/core';
import type { RunEvent } from './run-event.js';
import { notifyListener } from './notify-listener.js';

/** The listeners to the progress of calls of a run, by call id. */
export class ProgressListeners {
  private readonly listeners = new Map<string, (progress: unknown) => void>();

  constructor(private readonly logger: Logger) {}

  add(callId: string, listener: (progress: unknown) => void): void {
    this.listeners.set(callId, listener);
  }

  remove(callId: string): void {
    this.listeners.delete(callId);
  }

  /** Passes a progress event to the listener of its call. Logs an error of the listener. */
  tell(event: RunEvent): void {
    if (event.type !== 'progress') return;
    const listener = this.listeners.get(event.callId);
    if (listener === undefined) return;
    notifyListener(listener, [event.progress], (error) => {
      this.logger.error('A listener of progress threw.', { error });
    });
  }
}
