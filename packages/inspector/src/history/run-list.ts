import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RunMessage } from '@haft/runtime';
import { ownerOf, runKey } from './run-name.js';

/** A run of the runtime. */
export interface RunRow {
  readonly runId: string;
  readonly userId?: string;
  readonly tenantId?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Undefined while the run is open. */
  readonly endedAt?: number;
}

const MOST_RUNS = 2_000;

/** The latest runs of a runtime. */
export class RunList {
  private readonly runs = new Map<string, RunRow>();
  private readonly unlisted = `inspector_${randomUUID()}_`;
  private readonly listeners = new Set<(run: RunRow) => void>();

  constructor(private readonly runtime: object) {
    subscribe('haft:run', this.onRun);
  }

  /** Returns an id for a run that only looks at the tools, and is not listed. */
  unlistedId(): string {
    return `${this.unlisted}${randomUUID()}`;
  }

  close(): void {
    unsubscribe('haft:run', this.onRun);
  }

  /** Returns the runs, the latest first. */
  list(): readonly RunRow[] {
    return [...this.runs.values()].reverse();
  }

  listen(listener: (run: RunRow) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private readonly onRun = (message: unknown): void => {
    const { runtime, type, runId, userId, tenantId, at } = message as RunMessage;
    if (runtime !== this.runtime || runId.startsWith(this.unlisted)) return;
    const key = runKey({ runId, userId, tenantId });
    const before = this.runs.get(key);
    const run: RunRow = {
      runId,
      ...ownerOf({ userId, tenantId }),
      startedAt: before?.startedAt ?? at,
      ...(type === 'end' ? { endedAt: at } : {}),
    };
    this.runs.set(key, run);
    const [oldest] = this.runs.keys();
    if (this.runs.size > MOST_RUNS && oldest !== undefined) this.runs.delete(oldest);
    for (const listener of this.listeners) listener(run);
  };
}
