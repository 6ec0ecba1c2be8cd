import { fingerprintKey } from '@haft/core';
import type { CollectorModule, ImportCollectors } from '@haft/core/reflected';
import type { IssueCollector, Search } from '@haft/schema/internal';
import type { LazyCollector } from './lazy-collector.js';
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
export class ToolCollector implements LazyCollector {
  search: Search | undefined = undefined;
  private readonly key: string;

  constructor(
    private readonly collectors: ImportCollectors,
    fingerprint: string,
  ) {
    this.key = fingerprintKey(fingerprint);
  }

  get isComing(): boolean {
    return !imported.has(this.collectors);
  }

  get collect(): IssueCollector | undefined {
    return imported.get(this.collectors)?.collectors[this.key];
  }

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
