/**
 * Remembers which requests were decided, so that a decision counts once. The runtime's default
 * remembers in memory. Processes that share pending runs, or that take answers of people to
 * requests of each other, need a ledger that they share.
 */
export interface DecisionLedger {
  /**
   * Marks a request as decided. Returns false if any process marked it before.
   *
   * @param expiresAt - ISO time after which the mark may be forgotten
   * @param requestId - id of the request
   */
  claim(requestId: string, expiresAt: string): boolean | Promise<boolean>;
  /** Removes the mark. Haft calls it if it cannot claim all requests of a resume. */
  release(requestId: string): void | Promise<void>;
  /**
   * Records that a request is open, for `run.recordRequest`. A second record of the same id
   * replaces the first one. The ids differ from those of `claim`.
   *
   * @param expiresAt - ISO time after which the record counts as missing
   */
  record?(requestId: string, expiresAt: string): void | Promise<void>;
  /**
   * Removes a record in one atomic step, for `run.claimAnswer`. Returns false if there is no
   * record, if it has expired, or if another caller was first.
   */
  take?(requestId: string): boolean | Promise<boolean>;
}

/** The decisions of one process. Drops expired ones: a late decision can only be a denial. */
export class MemoryLedger implements DecisionLedger {
  private readonly decided = new ExpiringIds();
  private readonly open = new ExpiringIds();

  /** Marks a request as decided. Returns false if it was marked before. */
  claim(requestId: string, expiresAt: string): boolean {
    if (this.decided.has(requestId)) return false;
    this.decided.add(requestId, expiresAt);
    return true;
  }

  /** Removes the mark of a request. */
  release(requestId: string): void {
    this.decided.delete(requestId);
  }

  /** Records that a request is open until `expiresAt`. Replaces an earlier record of the id. */
  record(requestId: string, expiresAt: string): void {
    this.open.add(requestId, expiresAt);
  }

  /** Removes the record of a request. Returns false if there is no record, or if it has expired. */
  take(requestId: string): boolean {
    const expiresAt = this.open.delete(requestId);
    return expiresAt !== undefined && expiresAt > Date.now();
  }
}

/** Ids until they expire. */
class ExpiringIds {
  /** The oldest come first. They expire first too if all have the same time to live. */
  private readonly ids = new Map<string, number>();

  has(id: string): boolean {
    return this.ids.has(id);
  }

  add(id: string, expiresAt: string): void {
    this.forgetExpired();
    this.ids.delete(id);
    this.ids.set(id, Date.parse(expiresAt));
  }

  /** Returns when the id expires or did expire. */
  delete(id: string): number | undefined {
    const expiresAt = this.ids.get(id);
    this.ids.delete(id);
    return expiresAt;
  }

  private forgetExpired(): void {
    const now = Date.now();
    for (const [id, expiresAt] of this.ids) {
      if (expiresAt > now) return;
      this.ids.delete(id);
    }
  }
}
