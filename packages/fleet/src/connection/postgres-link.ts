import { createPostgresBackend, DEFAULT_SCHEMA, withBackend, type PgPool, type PgPoolClient } from 'bullmq';
import { forward, MOST_STALLS, queueWorker } from './bull-parts.js';
import type { CreatePool } from './fleet-connection.js';
import type {
  Closable,
  ExecuteJob,
  JobData,
  JobListener,
  JobQueue,
  Link,
  OnLinkError,
  QueueWorker,
  QueueWorkerOptions,
} from './link.js';

const { Queue, QueueEvents, Worker } = withBackend(createPostgresBackend);

/** Queues on Postgres. Each one has its own small pool, since it holds a connection to listen. */
export class PostgresLink implements Link {
  readonly #own: PgPool;
  readonly #pools: PgPool[] = [];

  constructor(
    private readonly createPool: CreatePool,
    private readonly onError: OnLinkError,
  ) {
    this.#own = this.#pool(4);
  }

  queue(name: string): JobQueue {
    const queue = new Queue<JobData, string>(name, { connection: this.#own });
    queue.on('error', this.onError);
    return queue;
  }

  async listen(name: string, listener: JobListener): Promise<Closable> {
    const found = await this.#own.query<{ id: string }>(NEWEST_EVENT, [name]);
    const lastEventId = found.rows[0]?.id ?? '0';
    const events = new QueueEvents(name, { connection: this.#pool(2), lastEventId });
    events.on('error', this.onError);
    forward(events, listener);
    await events.waitUntilReady();
    return events;
  }

  work(name: string, execute: ExecuteJob, options: QueueWorkerOptions): QueueWorker {
    const { concurrency, lockMs, stalledCheckMs } = options;
    const worker = new Worker<JobData, string>(name, (job, token = '') => execute(job, token), {
      connection: this.#pool(4),
      concurrency,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      maxStalledCount: MOST_STALLS,
    });
    worker.on('error', this.onError);
    return queueWorker(worker);
  }

  async publish(channel: string, text: string): Promise<void> {
    await this.#own.query('SELECT pg_notify($1, $2)', [channel, text]);
  }

  /** Connects again when the connection ends. Messages in between are lost. */
  async subscribe(channel: string, listener: (text: string) => void): Promise<Closable> {
    const pool = this.#pool(1);
    let client: PgPoolClient | undefined;
    let isClosed = false;
    const connect = async (): Promise<void> => {
      client = await pool.connect();
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
    const { rows } = await this.#own.query<{ queue: string }>(
      'SELECT DISTINCT queue FROM meta WHERE left(queue, length($1)) = $1 ORDER BY queue',
      [prefix],
    );
    return rows.map(({ queue }) => queue);
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.splice(0).map((pool) => pool.end()));
  }

  #pool(max: number): PgPool {
    const pool = this.createPool({ max, options: `-c search_path=${DEFAULT_SCHEMA}` });
    pool.on('error', this.onError);
    this.#pools.push(pool);
    return pool;
  }
}

const NEWEST_EVENT = 'SELECT coalesce(max(id), 0)::text AS id FROM event WHERE queue = $1';
const RECONNECT_MS = 1_000;
