import type { RecordedCall } from '@haft/core/report';
import { recordCalls } from '@haft/runtime/telemetry';

/** The most records that are kept. A record has some hundred bytes. */
const MOST = 10_000;

/** The latest calls of a runtime, as `haft report` reads them. */
export class RecordedCalls {
  private calls: RecordedCall[] = [];
  /** Ends the recording. */
  readonly close: () => void;

  constructor(runtime: object) {
    this.close = recordCalls(
      (call) => {
        this.calls.push(call);
        // In pieces, since each removal moves the rest.
        if (this.calls.length > MOST * 1.1) this.calls = this.calls.slice(-MOST);
      },
      { runtime },
    );
  }

  /** Returns the calls in the order of their ends. */
  list(): readonly RecordedCall[] {
    return this.calls.slice(-MOST);
  }

  /** Continues with the calls of a process before. */
  import(calls: readonly RecordedCall[]): void {
    this.calls = [...calls, ...this.calls].slice(-MOST);
  }
}
