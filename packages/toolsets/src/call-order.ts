/** The things that a call reads or changes. */
export interface Use {
  /** A key contains all keys that begin with it, so it ends where a name ends, such as with `/`. */
  readonly keys: readonly string[];
  readonly changes: boolean;
  /** The id of the run that makes the call. */
  readonly run?: string;
  /** Whether the call may take minutes. Calls of other runs do not wait for it. */
  readonly isLong?: boolean;
}

/**
 * Keeps calls in the order in which they began, if they use the same things and one of them changes
 * something. A model sends several calls in one message and expects that a read sees the write
 * before it.
 */
export class CallOrder {
  private readonly open = new Set<OpenCall>();

  /**
   * Waits for the earlier calls that this call must not overtake.
   *
   * @returns ends the turn of the call. Always call it, or later calls wait forever.
   * @throws the reason of the signal, if it aborts before the turn begins
   */
  async begin(use: Use, signal?: AbortSignal): Promise<() => void> {
    const before = [...this.open].filter((one) => conflict(one.use, use)).map(({ ended }) => ended);
    let resolve = (): void => undefined;
    const call: OpenCall = { use, ended: new Promise((done) => (resolve = done)) };
    this.open.add(call);
    const end = (): void => {
      this.open.delete(call);
      resolve();
    };
    if (before.length > 0) await Promise.all(before);
    if (signal?.aborted !== true) return end;
    end();
    throw signal.reason;
  }

  /** Does work in the turn of a call. */
  async inTurn<Result>(use: Use, signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    const end = await this.begin(use, signal);
    try {
      return await work();
    } finally {
      end();
    }
  }
}

interface OpenCall {
  readonly use: Use;
  readonly ended: Promise<void>;
}

function conflict(one: Use, other: Use): boolean {
  if (!one.changes && !other.changes) return false;
  if ((one.isLong === true || other.isLong === true) && one.run !== other.run) return false;
  return one.keys.some((key) => other.keys.some((their) => key.startsWith(their) || their.startsWith(key)));
}
