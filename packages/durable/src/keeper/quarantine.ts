import { waitFor } from '@haft/runtime/internal';

/** The time after which the next call begins, although the one before still runs. */
const LONGEST_MS = 5000;

/**
 * Executes calls that may end the process one after the other. If one does, it takes no other
 * along.
 */
export class Quarantine {
  private last: Promise<unknown> = Promise.resolve();

  /** Executes a call when the calls before it have ended, or have run for 5 seconds. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    const ended = result.catch(() => undefined);
    this.last = this.last.then(() => Promise.race([ended, waitFor(LONGEST_MS)]));
    return result;
  }
}
