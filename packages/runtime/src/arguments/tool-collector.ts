import { fingerprintKey } from '@haft/core';
import type { ImportCollectors } from '@haft/core/reflected';
import type { IssueCollector, Search } from '@haft/schema/internal';
import type { LazyCollector } from './lazy-collector.js';
import { lazyArguments } from './load-lazy.js';

/**
 * Imports the emitted issue collector of one tool. If it is missing, Haft interprets the schema:
 * slower, with equal issues.
 */
export class ToolCollector implements LazyCollector {
  collect: IssueCollector | undefined = undefined;
  search: Search | undefined = undefined;
  isComing = true;
  private loading: Promise<void> | undefined = undefined;

  constructor(
    private readonly collectors: ImportCollectors,
    private readonly fingerprint: string,
  ) {}

  load(): Promise<void> {
    return (this.loading ??= this.find());
  }

  private async find(): Promise<void> {
    const { importCollector } = await lazyArguments.load();
    this.collect = await importCollector(this.collectors, fingerprintKey(this.fingerprint));
    this.isComing = false;
  }
}
