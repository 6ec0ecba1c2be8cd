import type { CallDetail, CallRow } from './call-record.js';

/** Rows that are kept after their details are gone. */
const MOST_ROWS = 10_000;
/** The largest detail that is kept, in bytes. */
const LARGEST = 1_000_000;
const LONGEST_ROW_TEXT = 160;

/** The kept calls of a process. */
export interface KeptCalls {
  readonly rows: readonly CallRow[];
  readonly details: readonly CallDetail[];
}

/** The calls of a runtime: a row of each, and the details within a number of bytes. */
export class CallHistory {
  private readonly rows = new Map<number, CallRow>();
  private readonly details = new Map<number, string>();
  private bytes = 0;
  private last = 0;
  private readonly listeners = new Set<(row: CallRow) => void>();

  /** @param maxBytes - the most bytes of the details */
  constructor(private readonly maxBytes: number) {}

  /** Returns the number of a new call. */
  next(): number {
    return ++this.last;
  }

  /** Keeps a row, in place of the one with its number. */
  putRow(row: CallRow): void {
    this.rows.set(row.number, row);
    if (this.rows.size > MOST_ROWS) this.dropOldest(this.rows);
    for (const listener of this.listeners) listener(row);
  }

  /** Keeps the outcome of a call that was decided. */
  putOutcome(number: number, outcome: NonNullable<CallDetail['outcome']>): void {
    const row = this.rows.get(number);
    const text = this.details.get(number);
    if (row === undefined) return;
    const status = String(outcome['status']);
    this.putRow({ ...row, status, text: String(outcome['text']).slice(0, LONGEST_ROW_TEXT) });
    if (text !== undefined) this.putDetail({ ...(JSON.parse(text) as CallDetail), status, outcome });
  }

  /** Keeps one more event of a call that has ended, or waits. */
  putEvent(number: number, event: unknown): void {
    const text = this.details.get(number);
    if (text === undefined) return;
    const detail = JSON.parse(text) as CallDetail;
    this.putDetail({ ...detail, events: [...detail.events, event] });
  }

  /** Keeps the details of a call, and drops the oldest ones over the bound. */
  putDetail(detail: CallDetail): void {
    const text = withinSize(detail);
    this.forget(detail.number);
    this.details.set(detail.number, text);
    this.bytes += text.length;
    while (this.bytes > this.maxBytes && this.details.size > 1) {
      const [oldest] = this.details.keys();
      this.forget(oldest as number);
    }
  }

  /** Returns the details of a call as JSON. Undefined if they are not kept. */
  detail(number: number): string | undefined {
    return this.details.get(number);
  }

  row(number: number): CallRow | undefined {
    return this.rows.get(number);
  }

  /** Returns the rows after a number, oldest first. */
  rowsAfter(number: number): readonly CallRow[] {
    return [...this.rows.values()].filter((row) => row.number > number).sort((a, b) => a.number - b.number);
  }

  /** Calls a function for each row that is new or changed. Returns a function that ends that. */
  listen(listener: (row: CallRow) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Returns everything, for another process that continues. */
  export(): KeptCalls {
    return {
      rows: this.rowsAfter(0),
      details: [...this.details.values()].map((one) => JSON.parse(one) as CallDetail),
    };
  }

  /**
   * Continues with the calls of a process before.
   *
   * @param mayWait - whether calls wait longer than their process
   */
  import({ rows, details }: KeptCalls, mayWait: boolean): void {
    for (const row of rows) {
      this.last = Math.max(this.last, row.number);
      // A call that was in progress when its process ended has no end. A call that waited has none
      // without a ledger.
      const isLost = row.status === 'running' || (row.status === 'deferred' && !mayWait);
      this.putRow(isLost ? { ...row, status: 'lost' } : row);
    }
    for (const detail of details) this.putDetail(detail);
  }

  private forget(number: number): void {
    this.bytes -= this.details.get(number)?.length ?? 0;
    this.details.delete(number);
  }

  private dropOldest(map: Map<number, CallRow>): void {
    const [oldest] = map.keys();
    map.delete(oldest as number);
  }
}

function withinSize(detail: CallDetail): string {
  const text = JSON.stringify(detail);
  if (text.length <= LARGEST) return text;
  const { sent: _sent, arguments: _arguments, outcome = {}, events: _events, ...rest } = detail;
  const kept = { status: outcome['status'], text: String(outcome['text']).slice(0, LARGEST / 4) };
  const note = `Only a part is kept, since the call has ${text.length} characters.`;
  return JSON.stringify({ ...rest, outcome: kept, events: [], error: rest.error ?? note });
}
