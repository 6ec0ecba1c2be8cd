import { createPostgresBackend, withBackend, type PgPoolClient } from 'bullmq';
import { forward, queueWorker, workerSettings } from './bull-parts.js';
import { timerQueue } from './bull-timer.js';
import type { CreatePool } from './fleet-connection.js';
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
import { PostgresPools } from './postgres-pools.js';

const { Queue, QueueEvents, Worker } = withBackend(createPostgresBackend);

/** Queues on Postgres. */
export class PostgresLink implements Link {
  readonly #pools: PostgresPools;

  constructor(
    createPool: CreatePool,
    private readonly onError: OnLinkError,
  ) {
    this.#pools = new PostgresPools(createPool, onError);
  }

  queue(name: string): JobQueue {
    const queue = new Queue<JobData, string>(name, { connection: this.#pools });
    queue.on('error', this.onError);
    return queue;
  }

  async listen(name: string, listener: JobListener): Promise<Closable> {
    const found = await this.#pools.query<{ id: string }>(NEWEST_EVENT, [name]);
    const lastEventId = found.rows[0]?.id ?? '0';
    const events = new QueueEvents(name, { connection: this.#pools, lastEventId });
    events.on('error', this.onError);
    forward(events, listener);
    await events.waitUntilReady();
    return events;
  }

  work(name: string, execute: ExecuteJob, options: QueueWorkerOptions): QueueWorker {
    const worker = new Worker<JobData, string>(name, (job, token = '') => execute(job, token), {
      connection: this.#pools,
      ...workerSettings(options),
    });
    worker.on('error', this.onError);
    return queueWorker(worker);
  }

  timer(name: string, execute: ExecuteTimerJob, options: QueueWorkerOptions): TimerQueue {
    const queue = new Queue<unknown, void>(name, { connection: this.#pools });
    const worker = new Worker<unknown, void>(name, execute, { connection: this.#pools, ...workerSettings(options) });
    queue.on('error', this.onError);
    worker.on('error', this.onError);
    return timerQueue(queue, worker);
  }

  async publish(channel: string, text: string): Promise<void> {
    await this.#pools.query('SELECT pg_notify($1, $2)', [channel, text]);
  }

  /** Connects again when the connection ends. Messages in between are lost. */
  async subscribe(channel: string, listener: (text: string) => void): Promise<Closable> {
    let client: PgPoolClient | undefined;
    let isClosed = false;
    const connect = async (): Promise<void> => {
      client = await this.#pools.connect();
      client.on('notification', ({ payload }) => {
        listener(payload ?? '');
      });
      client.on('error', (error) => {
        this.onError(error);
        client?.release(true);
        client = undefined;
        if (!isClosed) retry();
      });
      await client.query(`LISTEN "${channel.replaceAll('"', '""')}"`);
    };
    const retry = (): void => {
      setTimeout(() => {
        if (isClosed) return;
        connect().catch((error: unknown) => {
          this.onError(error instanceof Error ? error : new Error(String(error)));
          retry();
        });
      }, RECONNECT_MS).unref();
    };
    await connect();
    return {
      close: () => {
        isClosed = true;
        client?.release(true);
        client = undefined;
        return Promise.resolve();
      },
    };
  }

  async queueNames(prefix: string): Promise<readonly string[]> {
    const { rows } = await this.#pools.query<{ queue: string }>(
      'SELECT DISTINCT queue FROM meta WHERE left(queue, length($1)) = $1 ORDER BY queue',
      [prefix],
    );
    return rows.map(({ queue }) => queue);
  }

  close(): Promise<void> {
    return this.#pools.end();
  }
}

const NEWEST_EVENT = 'SELECT coalesce(max(id), 0)::text AS id FROM event WHERE queue = $1';
const RECONNECT_MS = 1_000;
