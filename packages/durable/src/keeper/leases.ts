import type { CallLease, CallRef } from '@haft/runtime';
import type { LedgerKeeper } from './ledger-keeper.js';

/** Why a call must stop: another process took it over, or a user cancelled it. */
export type LeaseEnd = 'lost' | 'cancelled';

/** The leases that this process holds. One timer renews them. */
export class Leases {
  private readonly held = new Map<string, HeldLease>();
  private timer: NodeJS.Timeout | undefined = undefined;

  constructor(private readonly keeper: LedgerKeeper) {}

  /** Returns the holder and the end of a lease that begins now. */
  async newLease(): Promise<{ readonly lease: string; readonly leaseUntil: number; readonly now: number }> {
    const { clock, host } = this.keeper;
    await clock.ready();
    const now = clock.now();
    const lease = process.getBuiltinModule('node:crypto').randomUUID();
    return { lease, leaseUntil: now + host.leaseMs, now };
  }

  /**
   * Renews a lease until {@link Leases.release}.
   *
   * @param onEnd - called once if the lease is lost or the call is cancelled
   */
  hold(lease: CallLease, onEnd: (why: LeaseEnd) => void): void {
    this.held.set(lease.lease, { lease, onEnd, ended: [] });
    const everyMs = Math.min(this.keeper.host.leaseMs / 3, CANCELLED_MS);
    this.timer ??= unref(setInterval(() => void this.renew(), everyMs));
  }

  /** Returns whether this process executes an attempt of a call, also one that lost its lease. */
  executes(call: CallRef): boolean {
    return this.of(call) !== undefined;
  }

  /** Resolves when this process executes no attempt of a call. */
  async whenEnded(call: CallRef): Promise<void> {
    for (let one = this.of(call); one !== undefined; one = this.of(call)) {
      const { ended } = one;
      await new Promise<void>((resolve) => ended.push(resolve));
    }
  }

  /** Stops to renew a lease. */
  release({ lease }: CallLease): void {
    const one = this.held.get(lease);
    this.held.delete(lease);
    for (const resolve of one?.ended.splice(0) ?? []) resolve();
    if (this.held.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Renews all leases of this process. Logs an error of the ledger: the next round tries again. */
  async renew(): Promise<void> {
    const before = [...this.held.values()];
    if (before.length === 0) return;
    try {
      const { leaseUntil } = await this.newLease();
      const { lost, cancelled } = await this.keeper.store.renew(
        before.map(({ lease }) => lease),
        leaseUntil,
      );
      for (const one of before) {
        if (lost.includes(one.lease.lease)) this.end(one, 'lost');
        else if (cancelled.includes(one.lease.lease)) this.end(one, 'cancelled');
      }
    } catch (error) {
      this.keeper.host.runtime.observe.logger.error(
        'The ledger of calls did not renew the leases of calls in progress.',
        { error },
      );
    }
  }

  /**
   * Writes the progress of a call whose lease this process holds: the first immediately, then the
   * last one of each second. Ignores a value that JSON cannot represent, or that is longer than
   * 2,000 characters.
   */
  report(call: CallRef, progress: unknown): void {
    const held = this.of(call);
    const text = progressText(progress);
    if (held === undefined || text === undefined || this.keeper.store.report === undefined) return;
    const isWaiting = held.progress !== undefined;
    held.progress = text;
    if (isWaiting) return;
    const write = (): void => {
      const { progress: last } = held;
      delete held.progress;
      if (last !== undefined && this.held.has(held.lease.lease)) void this.writeProgress(held.lease, last);
    };
    const wait = Math.max(0, (held.reportedAt ?? -Infinity) + REPORT_MS - Date.now());
    held.reportedAt = Date.now() + wait;
    if (wait === 0) write();
    else unref(setTimeout(write, wait));
  }

  private async writeProgress(lease: CallLease, progress: string): Promise<void> {
    try {
      await this.keeper.store.report?.(lease, progress);
    } catch (error) {
      this.keeper.host.runtime.observe.logger.warn('The ledger of calls did not write the progress of a call.', {
        error,
      });
    }
  }

  private of({ key, tenantId, userId }: CallRef): HeldLease | undefined {
    for (const one of this.held.values()) {
      const { lease } = one;
      if (lease.key === key && lease.tenantId === tenantId && lease.userId === userId) return one;
    }
    return undefined;
  }

  private end(one: HeldLease, why: LeaseEnd): void {
    if (one.isTold === true || !this.held.has(one.lease.lease)) return;
    one.isTold = true;
    one.onEnd(why);
  }
}

/** The longest time until a call of this process is told that it was cancelled elsewhere. */
const CANCELLED_MS = 2000;

interface HeldLease {
  readonly lease: CallLease;
  readonly onEnd: (why: LeaseEnd) => void;
  /** Called when the attempt ends. */
  readonly ended: (() => void)[];
  isTold?: true;
  /** Progress that is not written yet. */
  progress?: string;
  /** When progress was written last. */
  reportedAt?: number;
}

const REPORT_MS = 1000;
const MOST_PROGRESS = 2000;

/** Returns a value as JSON. Undefined if it has no form, or is too long. */
function progressText(progress: unknown): string | undefined {
  try {
    const text = JSON.stringify(progress) as string | undefined;
    return text !== undefined && text.length <= MOST_PROGRESS ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Lets the process end while the timer is active. In workerd a timer is a number. */
function unref(timer: NodeJS.Timeout): NodeJS.Timeout {
  (timer as { readonly unref?: () => unknown }).unref?.();
  return timer;
}
