import type { IssueCollector, Search } from '@haft/schema/internal';

/** The emitted issue collector of one tool, which its first invalid arguments import. */
export interface LazyCollector {
  /** Undefined before `load`, or if it is missing. */
  readonly collect: IssueCollector | undefined;
  /** The options of the last search without messages. */
  search: Search | undefined;
  /** Whether `load` has not finished yet. */
  readonly isComing: boolean;
  /**
   * Imports the collector once. Does not reject if it is missing.
   *
   * @throws {HaftError} HAFT_PART_MISSING if the code for invalid arguments cannot be loaded
   */
  load(): Promise<void>;
}
