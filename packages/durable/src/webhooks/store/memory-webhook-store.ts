import { randomUUID } from 'node:crypto';
import type { CallRow } from '@haft/runtime';
import type { MemoryCallLedger } from '../../memory/memory-call-ledger.js';
import type { WebhookEventType } from '../webhook-event.js';
import type { EventLease, EventRecord, StoredEvent, WebhookStore } from './webhook-store.js';

/** The events of a `MemoryCallLedger`, for tests. They are lost with the process. */
export class MemoryWebhookStore implements WebhookStore {
  private readonly events = new Map<string, KeptEvent>();

  constructor(ledger: Pick<MemoryCallLedger, 'onChange'>) {
    ledger.onChange((after, before) => {
      const type = eventType(after, before);
      if (type !== undefined) this.keep(type, after);
    });
  }

  private keep(type: WebhookEventType, row: CallRow): void {
    const { key, runId, callId, tenantId, userId, tool, kind, state, createdAt, expiresAt, updatedAt: at } = row;
    const call = { key, runId, callId, tenantId, userId, tool, kind, state, createdAt, expiresAt };
    const id = `msg_${randomUUID().replaceAll('-', '')}`;
    const event = { id, type, ...call, at, deliveries: null };
    this.events.set(id, { event, nextAt: at, lease: undefined, leaseUntil: 0, isFailed: false });
  }

  /** Takes events. See `WebhookStore.claim`. */
  claim({ lease, leaseUntil, now, limit }: EventLease): readonly StoredEvent[] {
    const due = [...this.events.values()].filter(
      ({ nextAt, leaseUntil: until }) => nextAt !== null && nextAt <= now && until < now,
    );
    const taken = due.sort((one, other) => (one.nextAt ?? 0) - (other.nextAt ?? 0)).slice(0, limit);
    for (const kept of taken) Object.assign(kept, { lease, leaseUntil });
    return taken.map(({ event }) => event);
  }

  /** Writes the state of an event. See `WebhookStore.record`. */
  record({ id, lease, deliveries, nextAt, isFailed }: EventRecord): boolean {
    const kept = this.events.get(id);
    if (kept?.lease !== lease) return false;
    if (nextAt === null && !isFailed) this.events.delete(id);
    else {
      const event = { ...kept.event, deliveries };
      this.events.set(id, { event, nextAt, lease: undefined, leaseUntil: 0, isFailed });
    }
    return true;
  }

  /** Returns events that failed. See `WebhookStore.failed`. */
  failed({ id, limit }: { readonly id?: string; readonly limit: number }): readonly StoredEvent[] {
    const failed = [...this.events.values()].filter(
      ({ isFailed, event }) => isFailed && (id === undefined || id === event.id),
    );
    return failed
      .map(({ event }) => event)
      .sort((one, other) => one.at - other.at)
      .slice(0, limit);
  }

  /** Makes an event due. See `WebhookStore.resend`. */
  resend(id: string, { deliveries, now }: { readonly deliveries: string; readonly now: number }): boolean {
    const kept = this.events.get(id);
    if (kept?.isFailed !== true) return false;
    this.events.set(id, { ...kept, event: { ...kept.event, deliveries }, nextAt: now, isFailed: false });
    return true;
  }

  /** Deletes events that failed. See `WebhookStore.prune`. */
  prune({ before, limit }: { readonly before: number; readonly limit: number }): number {
    const old = [...this.events.values()].filter(({ isFailed, event }) => isFailed && event.at < before);
    for (const { event } of old.slice(0, limit)) this.events.delete(event.id);
    return Math.min(old.length, limit);
  }
}

interface KeptEvent {
  readonly event: StoredEvent;
  readonly nextAt: number | null;
  lease: string | undefined;
  leaseUntil: number;
  readonly isFailed: boolean;
}

/** Returns the type of the event, as the triggers of the databases do. */
function eventType(after: CallRow, before: CallRow | undefined): WebhookEventType | undefined {
  const wasOpen = before !== undefined && isOpen(before);
  if (!isOpen(after)) return wasOpen ? 'haft.call.decided' : undefined;
  const isSame = wasOpen && before.state === after.state && before.fingerprint === after.fingerprint;
  if (isSame) return undefined;
  return after.state === 'unknown_outcome' ? 'haft.call.unknown' : 'haft.call.pending';
}

/** Returns whether a person can decide the call of a row. */
function isOpen({ state, kind }: CallRow): boolean {
  return state === 'unknown_outcome' || (state === 'awaiting' && kind !== 'program');
}
