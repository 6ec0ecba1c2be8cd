import type { UntimedEvent } from '@haft/runtime';
import type { CallJob } from '../connection/link.js';
import { writeEvent } from '../jobs/events.js';

/** Sends the events of a call to its sender. While one message is on the way, events gather. */
export class JobEvents {
  #gathered: string[] = [];
  #sending: Promise<void> | undefined;

  constructor(
    private readonly job: CallJob,
    private readonly onError: (error: unknown) => void,
  ) {}

  readonly push = (event: UntimedEvent): void => {
    const text = writeEvent(event);
    if (text === undefined || this.#gathered.length >= MOST_GATHERED) return;
    this.#gathered.push(text);
    this.#sending ??= this.#send();
  };

  /** Resolves when all events are sent. */
  async flushed(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    try {
      while (this.#gathered.length > 0) await this.job.updateProgress(this.#gathered.splice(0));
    } catch (error) {
      this.onError(error);
    } finally {
      this.#sending = undefined;
    }
  }
}

/** A tool may report faster than the queue takes reports: later events are left out. */
const MOST_GATHERED = 1_000;
