import type { Job, JobsOptions } from 'bullmq';

/** The data of a job. */
export interface JobData {
  /** `PlainCall` as JSON text. Text keeps characters that `jsonb` refuses. */
  readonly call: string;
  /** The attempt of a call whose sender waits. Undefined for a background call. */
  readonly attempt?: number;
  /** How many workers left the call when they were stopped. */
  readonly stops?: number;
  /** How often the call started although it may have ended its worker. */
  readonly starts?: number;
}

/** A stored job. */
export type CallJob = Job<JobData, string>;

/** The parts of a queue of BullMQ that a fleet needs, on Redis or Postgres. */
export interface JobQueue {
  readonly name: string;
  add(name: string, data: JobData, options: JobsOptions): Promise<unknown>;
  remove(jobId: string): Promise<number>;
  getJob(jobId: string): Promise<CallJob | undefined>;
  getJobs(types: WaitingState[], start: number, end: number, ascending: boolean): Promise<CallJob[]>;
  getJobCounts(...types: (WaitingState | 'active' | 'completed' | 'failed' | 'delayed')[]): Promise<JobCounts>;
  getWorkersCount(): Promise<number>;
  close(): Promise<void>;
}

/** A job that no worker has taken. Those of background calls have a priority. */
export type WaitingState = 'waiting' | 'prioritized';

/** Numbers of jobs by state. */
export type JobCounts = Readonly<Record<string, number>>;

/** Receives events of the jobs of a queue. */
export interface JobListener {
  completed(jobId: string, result: unknown): void;
  failed(jobId: string, reason: string): void;
  progress(jobId: string, data: unknown): void;
  /** @param before - the state that the job had */
  removed(jobId: string, before: string): void;
  /** A worker starts the job. */
  active(jobId: string): void;
  /** A job with this id exists, so that `add` did nothing. */
  duplicated(jobId: string): void;
}

/** Executes a job. Returns the outcome as JSON text. */
export type ExecuteJob = (job: CallJob, token: string) => Promise<string>;

/** Settings of a worker of one queue. */
export interface QueueWorkerOptions {
  readonly concurrency: number;
  readonly lockMs: number;
  readonly stalledCheckMs: number;
}

/** Something that ends. */
export interface Closable {
  close(): Promise<void>;
}

/** A worker of one queue. */
export interface QueueWorker extends Closable {
  /** Stops taking jobs. Does not wait for jobs in progress. */
  pause(): Promise<void>;
  ready(): Promise<void>;
}

/** A job of a timer. Its data come from a server that others write to. */
export interface TimerJob {
  readonly name: string;
  readonly data: unknown;
}

/** A job to add. */
export interface NewTimerJob {
  /** While there is a job with this id, a second one is not added. */
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
  readonly delayMs?: number;
}

/** A queue whose jobs come at their time, and its worker in this process. */
export interface TimerQueue {
  add(jobs: readonly NewTimerJob[]): Promise<void>;
  /** Takes no more jobs, and waits for those in progress. */
  close(): Promise<void>;
}

/** Executes a job of a timer. Never rejects. */
export type ExecuteTimerJob = (job: TimerJob) => Promise<void>;

/** Access to queues, on Redis or Postgres. */
export interface Link extends Closable {
  queue(name: string): JobQueue;
  /** Listens from now on. Resolves when nothing that happens later is missed. */
  listen(queue: string, listener: JobListener): Promise<Closable>;
  work(queue: string, execute: ExecuteJob, options: QueueWorkerOptions): QueueWorker;
  /** Opens a queue of jobs that come at their time, and takes its jobs. */
  timer(queue: string, execute: ExecuteTimerJob, options: QueueWorkerOptions): TimerQueue;
  /** Tells all subscribers of the channel. A subscriber that is not connected misses it. */
  publish(channel: string, text: string): Promise<void>;
  subscribe(channel: string, listener: (text: string) => void): Promise<Closable>;
  /** The names of existing queues that begin with `prefix`. */
  queueNames(prefix: string): Promise<readonly string[]>;
}

/** Receives errors of connections. BullMQ tries again by itself. */
export type OnLinkError = (error: Error) => void;
