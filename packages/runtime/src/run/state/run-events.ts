import { eventChannel } from '../../events/event-channel.js';
import { now } from '../../events/now.js';
import { ProgressListeners } from '../../events/progress-listeners.js';
import type { RunEvent, UntimedEvent } from '../../events/run-event.js';
import type { RunRuntime } from '../runtime-port.js';
import type { RunOptions } from '../run-options.js';

/** The events of a run. */
export class RunEvents {
  private madeProgress: ProgressListeners | undefined = undefined;

  /** @param isOutside - whether no other run has the listener of the runtime */
  constructor(
    private readonly runtime: RunRuntime,
    private readonly options: RunOptions,
    private readonly isOutside: boolean,
  ) {}

  get progress(): ProgressListeners {
    return (this.madeProgress ??= new ProgressListeners(this.runtime.observe.logger));
  }

  get isHeard(): boolean {
    return (
      this.options.onEvent !== undefined || this.runtime.observe.onEvent !== undefined || eventChannel.hasSubscribers
    );
  }

  tell(untimed: UntimedEvent): void {
    const { runtime, options } = this;
    const event: RunEvent = { ...untimed, at: untimed.at ?? now() };
    // A run in a worker thread is a part of a run outside, whose runtime has the same listener.
    runtime.tell(event, options, this.isOutside ? runtime.observe.onEvent : undefined, options.onEvent);
    this.madeProgress?.tell(event);
  }
}
