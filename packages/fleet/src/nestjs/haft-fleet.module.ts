import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import {
  Inject,
  Module,
  type DynamicModule,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type Provider,
} from '@nestjs/common';
import { fleet, type Fleet } from '../sender/fleet.js';
import { startWorker, type FleetWorker } from '../worker/start-worker.js';
import type { FleetModuleFacts, FleetWorkerFacts } from './fleet-facts.js';
import { openConnection, type OpenConnection } from './open-connection.js';

/** The token of the `Fleet` of `HaftFleetModule.forRootAsync`. */
export const HAFT_FLEET: unique symbol = Symbol.for('haft:nest-fleet');

const OPEN_FLEET = Symbol('haft:nest-open-fleet');
const WORKER_FACTS = Symbol('haft:nest-worker-facts');

/** Options of {@link HaftFleetModule}. */
export interface HaftFleetModuleOptions<Facts> {
  /** Modules that export the injected providers. Default: none. */
  readonly imports?: ModuleMetadata['imports'];
  /** Tokens of the arguments of `useFactory`. Default: none. */
  readonly inject?: readonly NonNullable<Extract<Provider, { readonly inject?: unknown }>['inject']>[number][];
  /** Returns the connection and the options. */
  // The tokens in `inject` have the types, which TypeScript cannot derive.
  readonly useFactory: (...injected: never[]) => Facts | Promise<Facts>;
}

/**
 * A fleet in Nest applications. `forRootAsync` is for the application that sends calls, and
 * `workerAsync` for the one that executes them.
 *
 * @example
 * const connection = { inject: [getSharedConfigToken()] }; // of BullModule.forRoot
 * @Module({
 *   imports: [
 *     HaftFleetModule.forRootAsync({
 *       ...connection,
 *       useFactory: ({ connection }) => ({ connection }),
 *     }),
 *     HaftModule.forRootAsync({
 *       inject: [HAFT_FLEET],
 *       useFactory: ({ executor }: Fleet) => ({ toolsets, ledger, executor }),
 *     }),
 *   ],
 * })
 */
@Module({})
export class HaftFleetModule implements OnApplicationShutdown {
  constructor(@Inject(OPEN_FLEET) private readonly open: OpenFleet) {}

  /**
   * Creates the module of the application that sends calls. Global: its fleet is injected by
   * {@link HAFT_FLEET}, and closed after the runtime.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` at the start of the application, for the options that
   *   `fleet` refuses
   */
  static forRootAsync(options: HaftFleetModuleOptions<FleetModuleFacts>): DynamicModule {
    refuseUnknownOptions('HaftFleetModule.forRootAsync', options, OPTIONS);
    const { imports = [], inject = [], useFactory } = options;
    const create = async (...injected: never[]): Promise<OpenFleet> => {
      const { connection, ...own } = await useFactory(...injected);
      const opened = await openConnection(connection);
      return { ...opened, fleet: fleet({ ...own, connection: opened.connection }) };
    };
    return {
      module: HaftFleetModule,
      global: true,
      imports,
      providers: [
        { provide: OPEN_FLEET, useFactory: create, inject: [...inject] },
        { provide: HAFT_FLEET, useFactory: (open: OpenFleet) => open.fleet, inject: [OPEN_FLEET] },
      ],
      exports: [HAFT_FLEET],
    };
  }

  /**
   * Creates the module of a worker. It takes calls when the application has started, and stops when
   * the application ends. `app.enableShutdownHooks()` lets signals end it.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` at the start of the application, for the options that
   *   `startWorker` refuses
   */
  static workerAsync<Deps = unknown>(options: HaftFleetModuleOptions<FleetWorkerFacts<Deps>>): DynamicModule {
    refuseUnknownOptions('HaftFleetModule.workerAsync', options, OPTIONS);
    const { imports = [], inject = [], useFactory } = options;
    return {
      module: FleetWorkerModule,
      imports,
      providers: [{ provide: WORKER_FACTS, useFactory, inject: [...inject] }],
    };
  }

  /** Closes the fleet. */
  async onApplicationShutdown(): Promise<void> {
    await this.open.fleet.close();
    this.open.close();
  }
}

interface OpenFleet extends OpenConnection {
  readonly fleet: Fleet;
}

/** The worker of an application. */
@Module({})
class FleetWorkerModule implements OnApplicationBootstrap, OnModuleDestroy {
  private started: (OpenConnection & { readonly worker: FleetWorker }) | undefined;

  constructor(@Inject(WORKER_FACTS) private readonly facts: FleetWorkerFacts) {}

  /** Starts the worker, when all providers are ready. */
  async onApplicationBootstrap(): Promise<void> {
    const { graceMs: _graceMs, connection, tools = await this.definitions(), ...own } = this.facts;
    const opened = await openConnection(connection);
    try {
      const worker = await startWorker({ ...own, tools, connection: opened.connection });
      this.started = { ...opened, worker };
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  /** Ends the worker before the runtime is disposed. */
  async onModuleDestroy(): Promise<void> {
    const { graceMs } = this.facts;
    await this.started?.worker.stop(graceMs === undefined ? {} : { graceMs });
    this.started?.close();
  }

  private async definitions(): Promise<FleetWorkerFacts['tools'] & object> {
    const run = this.facts.runtime.startRun();
    try {
      return await run.definitions();
    } finally {
      await run[Symbol.asyncDispose]();
    }
  }
}

const OPTIONS: OptionNames<HaftFleetModuleOptions<unknown>> = { imports: true, inject: true, useFactory: true };
