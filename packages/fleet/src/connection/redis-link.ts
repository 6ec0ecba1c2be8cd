import { Queue, QueueEvents, Worker } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { forward, queueWorker, workerSettings } from './bull-parts.js';
import { timerQueue } from './bull-timer.js';
import type {
  Closable,
  ExecuteJob,
  ExecuteTimerJob,
  JobData,
  JobListener,
  JobQueue,
  Link,
  OnLinkError,
  QueueWorker,
  QueueWorkerOptions,
  TimerQueue,
} from './link.js';

/** Queues on Redis. */
export class RedisLink implements Link {
  constructor(
    private readonly connection: Redis | Cluster,
    private readonly onError: OnLinkError,
  ) {}

  queue(name: string): JobQueue {
    const queue = new Queue<JobData, string>(name, { connection: this.connection });
    queue.on('error', this.onError);
    return queue;
  }

  async listen(name: string, listener: JobListener): Promise<Closable> {
    const newest = await this.connection.xrevrange(`${KEY_PREFIX}:${name}:events`, '+', '-', 'COUNT', 1);
    const lastEventId = newest[0]?.[0] ?? '0-0';
    const events = new QueueEvents(name, { connection: this.connection, lastEventId });
    events.on('error', this.onError);
    forward(events, listener);
    return events;
  }

  work(name: string, execute: ExecuteJob, options: QueueWorkerOptions): QueueWorker {
    const worker = new Worker<JobData, string>(name, (job, token = '') => execute(job, token), {
      connection: this.connection,
      ...workerSettings(options),
    });
    worker.on('error', this.onError);
    return queueWorker(worker);
  }

  timer(name: string, execute: ExecuteTimerJob, options: QueueWorkerOptions): TimerQueue {
    const queue = new Queue<unknown, void>(name, { connection: this.connection });
    const worker = new Worker<unknown, void>(name, execute, {
      connection: this.connection,
      ...workerSettings(options),
    });
    queue.on('error', this.onError);
    worker.on('error', this.onError);
    return timerQueue(queue, worker);
  }

  async publish(channel: string, text: string): Promise<void> {
    await this.connection.publish(channel, text);
  }

  async subscribe(channel: string, listener: (text: string) => void): Promise<Closable> {
    const { connection } = this;
    const subscriber = 'nodes' in connection ? connection.duplicate() : connection.duplicate();
    subscriber.on('error', this.onError);
    subscriber.on('message', (_channel: string, text: string) => {
      listener(text);
    });
    await subscriber.subscribe(channel);
    return {
      close: () => {
        subscriber.disconnect();
        return Promise.resolve();
      },
    };
  }

  async queueNames(prefix: string): Promise<readonly string[]> {
    const nodes = 'nodes' in this.connection ? this.connection.nodes('master') : [this.connection];
    const names = new Set<string>();
    for (const node of nodes) {
      for await (const keys of node.scanStream({ match: `${KEY_PREFIX}:${globText(prefix)}*:meta`, count: 1_000 })) {
        for (const key of keys as string[]) names.add(key.slice(KEY_PREFIX.length + 1, -':meta'.length));
      }
    }
    return [...names].sort();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The key prefix of BullMQ, so that its tools find the queues. */
const KEY_PREFIX = 'bull';

function globText(text: string): string {
  return text.replace(/[*?[\]\\]/g, '\\$&');
}
