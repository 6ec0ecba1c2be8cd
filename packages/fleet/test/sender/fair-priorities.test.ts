import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { CallJob } from '../../src/connection/link.js';
import { FairPriorities } from '../../src/sender/fair-priorities.js';

interface ModelJob {
  readonly tenant: string;
  readonly priority: number;
  /** How many jobs its tenant has in the queue with this one. */
  readonly rank: number;
  /** How many jobs of each tenant were taken when it was added. */
  readonly takenBefore: ReadonlyMap<string, number>;
}

/** A queue whose workers take the smallest priority first, and the older job of two. */
class ModelQueue {
  jobs: ModelJob[] = [];
  readonly taken = new Map<string, number>();

  getJobs(): Promise<CallJob[]> {
    return Promise.resolve(this.jobs.slice(0, 1) as never);
  }

  add(tenant: string, priority: number): void {
    const rank = this.jobs.filter((job) => job.tenant === tenant).length + 1;
    const at = this.jobs.findIndex((job) => job.priority > priority);
    const job = { tenant, priority, rank, takenBefore: new Map(this.taken) };
    this.jobs.splice(at === -1 ? this.jobs.length : at, 0, job);
  }

  take(): ModelJob | undefined {
    const job = this.jobs.shift();
    if (job !== undefined) this.taken.set(job.tenant, (this.taken.get(job.tenant) ?? 0) + 1);
    return job;
  }
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a job waits for at most one job more of each other tenant than its own tenant has [NEW-32]', async () => {
  const step = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.constant(undefined));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 200, size: 'max' }), async (steps) => {
      const queue = new ModelQueue();
      const priorities = new FairPriorities(queue);
      for (const tenant of [...steps, ...Array<undefined>(200)]) {
        jest.advanceTimersByTime(100);
        if (tenant !== undefined) queue.add(tenant, await priorities.priorityOf(tenant));
        else {
          const job = queue.take();
          if (job === undefined) continue;
          for (const [other, count] of queue.taken) {
            if (other === job.tenant) continue;
            expect(count - (job.takenBefore.get(other) ?? 0)).toBeLessThanOrEqual(job.rank + 1);
          }
        }
      }
    }),
  );
});

test('jobs of one tenant keep their order [NEW-32]', async () => {
  const queue = new ModelQueue();
  const priorities = new FairPriorities(queue);
  const given: number[] = [];
  for (let index = 0; index < 300; index++) {
    const priority = await priorities.priorityOf('a');
    queue.add('a', priority);
    given.push(priority);
    if (index % 3 === 0) queue.take();
    jest.advanceTimersByTime(40);
  }
  expect([...given].sort((one, other) => one - other)).toEqual(given);
});

test('a priority is one that BullMQ takes, however many jobs were added [NEW-32]', async () => {
  const priorities = new FairPriorities({ getJobs: () => Promise.resolve([{ priority: 2_097_152 }] as never) });
  expect([await priorities.priorityOf('a'), await priorities.priorityOf('a')]).toEqual([2_097_152, 2_097_152]);
});
