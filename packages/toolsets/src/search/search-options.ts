import { refuseUnknownOptions, type OptionNames, requireKind, type Kind } from '@haft/core';
import { invalidOption } from '../invalid-option.js';
import type { SearchEngine } from './search-engine.js';

/** Settings of the search toolset. */
export interface SearchSettings {
  /** The engine, or several: if one fails, the next one is asked. */
  readonly engine: SearchEngine | readonly SearchEngine[];
  /** Time for one engine, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
}

/**
 * The settings of a search toolset, checked. A token for the container.
 *
 * @example const provide = [{ provide: SearchOptions, useValue: new SearchOptions({ engine }) }];
 */
export class SearchOptions {
  readonly engines: readonly SearchEngine[];
  readonly timeoutMs: number;

  /** @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid */
  constructor(settings: SearchSettings) {
    refuseUnknownOptions('The search toolset', settings, SETTINGS);
    const { engine, timeoutMs = 10_000 } = settings;
    // An engine that is not configured may be undefined.
    this.engines = [engine].flat().filter((one) => (one as unknown) !== undefined);
    for (const one of this.engines) requireKind('An engine of the search toolset', one, ENGINE);
    this.timeoutMs = timeoutMs;
    if (this.engines.length === 0) throw invalidOption('There is no search engine.', 'Give one engine or more.');
    if (Number.isSafeInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS) return;
    throw invalidOption(
      `timeoutMs of the search toolset is ${String(timeoutMs)}.`,
      `Give an integer from 1 to ${String(LONGEST_TIMEOUT_MS)}.`,
    );
  }
}

/** Timers of Node are not longer. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

const ENGINE: Kind = { methods: ['search'], name: 'an engine, such as new BraveSearch({ apiKey })' };

const SETTINGS: OptionNames<SearchSettings> = {
  engine: true,
  timeoutMs: true,
};
