import type { Logger } from '@haft/core';
import type { CallLease, CallLedger } from './call-ledger.js';

/** Why a call must stop: another process took it over, or a user cancelled it. */
export type LeaseEnd = 'lost' | 'cancelled';

/** The ledger of a runtime, and the leases that this process holds. One timer renews them. */
export class LedgerKeeper {
  private readonly held = new Map<string, HeldLease>();
  private timer: NodeJS.Timeout | undefined = undefined;

  constructor(
    /** The ledger of the host. */
    readonly store: CallLedger,
    /** How long a lease holds, in milliseconds. */
    readonly leaseMs: number,
    private readonly logger: Logger,
  ) {}

  /** Returns the holder and the end of a lease that begins now. */
  newLease(): { readonly lease: string; readonly leaseUntil: number; readonly now: number } {
    const now = Date.now();
    const lease = process.getBuiltinModule('node:crypto').randomUUID();
    return { lease, leaseUntil: now + this.leaseMs, now };
  }

  /**
   * Renews a lease until {@link LedgerKeeper.release}.
   *
   * @param onEnd - called once if the lease is lost or the call is cancelled
   */
  hold(lease: CallLease, onEnd: (why: LeaseEnd) => void): void {
    this.held.set(lease.lease, { lease, onEnd });
    this.timer ??= unref(
      setInterval(() => {
        void this.renew();
      }, this.leaseMs / 3),
    );
  }

  /** Stops to renew a lease. */
  release({ lease }: CallLease): void {
    this.held.delete(lease);
    if (this.held.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Renews all leases of this process. Logs an error of the ledger: the next round tries again. */
  async renew(): Promise<void> {
    const { leaseUntil } = this.newLease();
    const before = [...this.held.values()];
    try {
      const { lost, cancelled } = await this.store.renew(
        before.map(({ lease }) => lease),
        leaseUntil,
      );
      for (const one of before) {
        if (lost.includes(one.lease.key)) this.end(one, 'lost');
        else if (cancelled.includes(one.lease.key)) this.end(one, 'cancelled');
      }
    } catch (error) {
      this.logger.error('The ledger of calls did not renew the leases of calls in progress.', { error });
    }
  }

  private end(one: HeldLease, why: LeaseEnd): void {
    if (one.isTold === true || !this.held.has(one.lease.lease)) return;
    one.isTold = true;
    one.onEnd(why);
  }
}

interface HeldLease {
  readonly lease: CallLease;
  readonly onEnd: (why: LeaseEnd) => void;
  isTold?: true;
}

/** Lets the process end while the timer is active. In workerd a timer is a number. */
function unref(timer: NodeJS.Timeout): NodeJS.Timeout {
  (timer as { readonly unref?: () => unknown }).unref?.();
  return timer;
}
