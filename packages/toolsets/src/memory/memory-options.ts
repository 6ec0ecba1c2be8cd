import { requireCount, refuseUnknownOptions, type OptionNames, requireKind } from '@haft/core';
import { TextIndex, type TextIndexSettings } from '../texts/text-index.js';

/** Settings of the memory toolset. */
export interface MemorySettings extends TextIndexSettings {
  /** Most memories of a user. Default: 10,000. */
  readonly maxMemories?: number;
  /**
   * The name under which memories are stored. Toolsets with other names do not see them. Default:
   * `memory`.
   */
  readonly collection?: string;
}

/**
 * The settings of a memory toolset, checked. A token for the container.
 *
 * @example const provide = [{ provide: MemoryOptions, useValue: new MemoryOptions({ store }) }];
 */
export class MemoryOptions {
  readonly index: TextIndex;
  readonly maxMemories: number;
  readonly collection: string;

  /** @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid */
  constructor(settings: MemorySettings) {
    refuseUnknownOptions('The memory toolset', settings, SETTINGS);
    requireKind('The memory toolset store', settings.store, {
      methods: [],
      name: "a store, such as new SqliteTextStore({ file: 'memory.db' })",
    });
    this.index = new TextIndex(settings);
    this.maxMemories = requireCount('maxMemories of the memory toolset', settings.maxMemories ?? 10_000, 1);
    this.collection = settings.collection ?? 'memory';
  }
}

const SETTINGS: OptionNames<MemorySettings> = {
  store: true,
  embeddings: true,
  chunkSize: true,
  chunkOverlap: true,
  maxMemories: true,
  collection: true,
};
