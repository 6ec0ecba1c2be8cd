/**
 * Remembers which requests were decided, so that a decision counts once. The runtime's default remembers in memory; processes that share
 * pending runs need a ledger that they share too, with a compare-and-set.
 */
export interface DecisionLedger {
  /** Marks a request as decided; false when it was before, by anybody. */
  claim(requestId: string, expiresAt: string): boolean | Promise<boolean>;
  /** Takes a mark back: another request of the same resume could not be claimed, and nothing was executed. */
  release(requestId: string): void | Promise<void>;
}

/** The decisions of one process. What has expired is forgotten: only a denial could come then, and twice denied is denied. */
export class MemoryLedger implements DecisionLedger {
  /** Until when each counts; the oldest first, which expire first too, as far as they were given the same time. */
  private readonly decided = new Map<string, number>();

  claim(requestId: string, expiresAt: string): boolean {
    if (this.decided.has(requestId)) return false;
    this.forgetExpired();
    this.decided.set(requestId, Date.parse(expiresAt));
    return true;
  }

  release(requestId: string): void {
    this.decided.delete(requestId);
  }

  private forgetExpired(): void {
    const now = Date.now();
    for (const [id, expiresAt] of this.decided) {
      if (expiresAt > now) return;
      this.decided.delete(id);
    }
  }
}
