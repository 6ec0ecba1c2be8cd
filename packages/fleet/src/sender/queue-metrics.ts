import type { Link } from '../connection/link.js';
import { queueParts } from '../jobs/job-names.js';

/** The state of one queue: the calls of one version of one tool. */
export interface QueueMetrics {
  /** The name of `@Background({ queue })`, or `default`. */
  readonly queue: string;
  /** The first characters of the fingerprint of the tool's definition. */
  readonly fingerprint: string;
  /** Name of a tool whose call waits. Unset if none waits. */
  readonly tool?: string;
  /** Calls that no worker has taken. */
  readonly waiting: number;
  /**
   * How long the oldest of them has waited, in milliseconds. 0 if none waits. Haft
   * compares the next 100 background calls.
   */
  readonly oldestWaitingMs: number;
  /** Calls that workers execute. */
  readonly active: number;
  /** Background calls that wait for the end of the lease of another worker. */
  readonly delayed: number;
  /** Workers that are connected to the queue. */
  readonly workers: number;
}

/** Reads the state of all queues with a prefix, those of other processes too. */
export async function queueMetrics(link: Link, prefix: string): Promise<readonly QueueMetrics[]> {
  const metrics: QueueMetrics[] = [];
  for (const name of await link.queueNames(`${prefix}-`)) {
    const parts = queueParts(name, prefix);
    if (parts !== undefined) metrics.push({ ...parts, ...(await metricsOf(link, name)) });
  }
  return metrics;
}

async function metricsOf(link: Link, name: string): Promise<Omit<QueueMetrics, 'queue' | 'fingerprint'>> {
  const queue = link.queue(name);
  try {
    const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed');
    const next = [
      ...(await queue.getJobs(['waiting'], 0, 0, true)),
      ...(await queue.getJobs(['prioritized'], 0, 99, true)),
    ];
    const oldest = next.sort((one, other) => one.timestamp - other.timestamp)[0];
    return {
      ...(oldest === undefined ? {} : { tool: oldest.name }),
      waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
      oldestWaitingMs: oldest === undefined ? 0 : Math.max(0, Date.now() - oldest.timestamp),
      active: counts['active'] ?? 0,
      delayed: counts['delayed'] ?? 0,
      workers: await queue.getWorkersCount(),
    };
  } finally {
    await queue.close();
  }
}
