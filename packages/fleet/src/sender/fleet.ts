import { refuseUnknownOptions, requireCount, requireKinds, type OptionNames, type ToolDefinition } from '@haft/core';
import type { CallExecutor, PlainCall } from '@haft/runtime';
import { openLink } from '../connection/open-link.js';
import { cancelChannel, DEFAULT_QUEUE, queueName } from '../jobs/job-names.js';
import { Lane } from './lane.js';
import { queueMetrics, type QueueMetrics } from './queue-metrics.js';
import type { FleetOptions, FleetSettings } from './fleet-options.js';

/** Sends calls to worker processes. */
export interface Fleet extends AsyncDisposable {
  /** Give it to `createRuntime({ durability: { executor } })`. */
  readonly executor: (tool: ToolDefinition) => CallExecutor | undefined;
  /**
   * Reads the state of all queues with the prefix of the fleet, those of other processes too: calls
   * that wait and since when, calls in progress, workers.
   */
  metrics(): Promise<readonly QueueMetrics[]>;
  /** Ends the connections that the fleet opened. Calls in progress reject. */
  close(): Promise<void>;
}

/**
 * Connects a runtime to worker processes.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if an option is unknown or invalid
 * @example createRuntime({ toolsets, durability: { executor: fleet({ connection }).executor } })
 */
export function fleet(options: FleetOptions): Fleet {
  refuseUnknownOptions('fleet', options, OPTIONS);
  requireKinds('fleet', options, { prefix: 'a string', tools: 'a function' });
  return new QueueFleet(options);
}

const OPTIONS: OptionNames<FleetOptions> = {
  connection: true,
  prefix: true,
  tools: true,
  maxWaiting: true,
  maxInFlight: true,
  logger: true,
};

class QueueFleet implements Fleet {
  readonly #settings: FleetSettings;
  readonly #lanes = new Map<string, Lane>();
  readonly #accepts: (tool: ToolDefinition) => boolean;
  readonly #timer: NodeJS.Timeout;

  constructor(options: FleetOptions) {
    const { connection, prefix = 'haft', logger = console } = options;
    this.#accepts = options.tools ?? (() => true);
    this.#settings = {
      link: openLink(connection, (error) => {
        logger.warn(`The fleet has a problem with its connection: ${error.message}`);
      }),
      prefix,
      maxWaiting: requireCount('fleet maxWaiting', options.maxWaiting ?? 10_000, 1),
      maxInFlight: requireCount('fleet maxInFlight', options.maxInFlight ?? 1_000, 1),
      cancelChannel: cancelChannel(prefix),
      logger,
    };
    this.#timer = setInterval(() => void this.#check(), CHECK_MS).unref();
  }

  readonly executor = (tool: ToolDefinition): CallExecutor | undefined => {
    if (!this.#accepts(tool)) return undefined;
    return {
      execute: (call, options) => this.#lane(tool, call).execute(call, options),
      enqueue: (call, attempt) => this.#lane(tool, call).enqueue(call, attempt),
      admit: (call) => this.#lane(tool, call).admit(call),
    };
  };

  metrics(): Promise<readonly QueueMetrics[]> {
    return queueMetrics(this.#settings.link, this.#settings.prefix);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const lanes = [...this.#lanes.values()];
    this.#lanes.clear();
    await Promise.all(lanes.map((lane) => lane.close()));
    await this.#settings.link.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #lane(tool: ToolDefinition, call: PlainCall): Lane {
    const { prefix, link } = this.#settings;
    const name = queueName({ prefix, queue: call.queue ?? DEFAULT_QUEUE, fingerprint: call.definition });
    let lane = this.#lanes.get(name);
    if (lane === undefined) this.#lanes.set(name, (lane = new Lane(link.queue(name), tool, this.#settings)));
    return lane;
  }

  async #check(): Promise<void> {
    const before = Date.now() - CHECK_MS;
    for (const lane of this.#lanes.values()) await lane.check(before);
  }
}

/** How often calls are looked at that have waited for as long. Milliseconds. */
const CHECK_MS = 10_000;
