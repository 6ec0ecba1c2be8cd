import { fingerprintKey } from '@haft/core';
import type { CollectorModule, ImportCollectors } from '@haft/core/reflected';
import type { IssueCollector, Search } from '@haft/schema/internal';
import { lazyArguments } from './load-lazy.js';

/**
 * The imported modules, which all of their tools share: a first call must not start later than a
 * call of another tool. Undefined if a module is missing.
 */
const imported = new WeakMap<ImportCollectors, CollectorModule | undefined>();
const coming = new WeakMap<ImportCollectors, Promise<void>>();

/**
 * Imports the emitted issue collector of one tool. If it is missing, Haft interprets the schema:
 * slower, with equal issues.
 */
export class ToolCollector {
  /** The options of the last search without messages. */
  search: Search | undefined = undefined;
  private readonly key: string;

  constructor(
    private readonly collectors: ImportCollectors,
    fingerprint: string,
  ) {
    this.key = fingerprintKey(fingerprint);
  }

  /** Whether `load` has not finished yet. */
  get isComing(): boolean {
    return !imported.has(this.collectors);
  }

  /** Undefined before `load`, or if it is missing. */
  get collect(): IssueCollector | undefined {
    return imported.get(this.collectors)?.collectors[this.key];
  }

  /**
   * Imports the collector once. Does not reject if it is missing.
   *
   * @throws {HaftError} HAFT_PART_MISSING if the code for invalid arguments cannot be loaded
   */
  load(): Promise<void> {
    const loading = coming.get(this.collectors) ?? importOnce(this.collectors);
    coming.set(this.collectors, loading);
    return loading;
  }
}

async function importOnce(collectors: ImportCollectors): Promise<void> {
  const { importCollectors } = await lazyArguments.load();
  imported.set(collectors, await importCollectors(collectors));
}
