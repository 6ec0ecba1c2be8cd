import { refuseUnknownOptions, requireCount, requireKind, requireKinds, type OptionNames } from '@haft/core';
import type { Closable, Link, QueueWorker } from '../connection/link.js';
import { openLink } from '../connection/open-link.js';
import { cancelChannel, DEFAULT_QUEUE, queueName } from '../jobs/job-names.js';
import { JobProcessor } from './job-processor.js';
import type { FleetWorkerOptions } from './worker-options.js';
import { WorkerStopped } from './worker-stopped.js';

/** A worker of a fleet. */
export interface FleetWorker extends AsyncDisposable {
  /**
   * Ends the worker. It takes no more calls and finishes those in progress. Calls that take longer
   * than `graceMs` are stopped: another worker gets those that may run again.
   *
   * @param options.graceMs - milliseconds, default: 10,000
   */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

/**
 * Starts a worker: this process executes calls that other processes send.
 *
 * @returns when the worker is connected
 * @throws {HaftError} `HAFT_INVALID_OPTION` if an option is unknown or invalid
 */
export async function startWorker<Deps = unknown>(options: FleetWorkerOptions<Deps>): Promise<FleetWorker> {
  refuseUnknownOptions('startWorker', options, OPTIONS);
  requireKind('startWorker tools', options.tools, 'a list');
  requireKinds('startWorker', options, { prefix: 'a string', queues: 'a list', deps: 'a function' });
  const { connection, tools, ledger, logger = console, prefix = 'haft', queues = [DEFAULT_QUEUE], deps } = options;
  const count = (name: keyof FleetWorkerOptions, value: number): number =>
    requireCount(`startWorker ${name}`, value, 1);
  const lockMs = count('lockMs', options.lockMs ?? 30_000);
  const processor = new JobProcessor({
    runtime: options.runtime,
    tools: new Map(tools.map((tool) => [tool.fingerprint, tool])),
    depsOf: deps ?? (() => undefined),
    ledger,
    maxResultBytes: count('maxResultBytes', options.maxResultBytes ?? 1_000_000),
    logger,
  });
  const workerOptions = {
    concurrency: count('concurrency', options.concurrency ?? 10),
    lockMs,
    stalledCheckMs: count('stalledCheckMs', options.stalledCheckMs ?? Math.ceil(lockMs / 2)),
  };
  const link = openLink(connection, (error) => {
    logger.warn(`The worker has a problem: ${error.message}`);
  });
  const messages = await link.subscribe(cancelChannel(prefix), (jobId) => {
    processor.calls.cancel(jobId);
  });
  const names = queues.flatMap((queue) => tools.map(({ fingerprint }) => queueName({ prefix, queue, fingerprint })));
  const workers = names.map((name) => link.work(name, processor.process, workerOptions));
  await Promise.all(workers.map((worker) => worker.ready()));
  return new RunningWorker({ link, messages, workers, processor });
}

const OPTIONS: OptionNames<FleetWorkerOptions> = {
  runtime: true,
  connection: true,
  tools: true,
  prefix: true,
  queues: true,
  concurrency: true,
  deps: true,
  ledger: true,
  maxResultBytes: true,
  lockMs: true,
  stalledCheckMs: true,
  logger: true,
};

interface Parts {
  readonly link: Link;
  readonly messages: Closable;
  readonly workers: readonly QueueWorker[];
  readonly processor: JobProcessor;
}

class RunningWorker implements FleetWorker {
  #stopping: Promise<void> | undefined;

  constructor(private readonly parts: Parts) {}

  stop({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<void> {
    return (this.#stopping ??= this.#stop(requireCount('worker.stop graceMs', graceMs, 0)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #stop(graceMs: number): Promise<void> {
    const { link, messages, workers, processor } = this.parts;
    await Promise.all(workers.map((worker) => worker.pause()));
    const timer = setTimeout(() => {
      processor.calls.stop(new WorkerStopped());
    }, graceMs);
    await Promise.all(workers.map((worker) => worker.close()));
    clearTimeout(timer);
    await messages.close();
    await link.close();
  }
}
