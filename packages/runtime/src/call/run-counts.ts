import type { Gate } from '../limits/gate.js';

/** The limits and counts of a run. Its calls change them. */
export class RunCounts {
  /** Admitted calls. */
  calls = 0;
  /** Calls that wait for their tool. */
  inFlight = 0;
  /** Calls of unknown names. */
  unknownNames = 0;
  /** Ended calls that may have changed something. */
  changes = 0;
  /** Whether a call stored the value of a reference. */
  keepsReferences = false;
  /** Whether a call became a task, so that the model may ask about it in all later steps. */
  hasTask = false;

  constructor(
    readonly maxRetries: number,
    readonly maxCalls: number,
    /** Limits the calls of this run at a time. */
    readonly gate: Gate | undefined,
  ) {}
}
