import type { Logger } from '@haft/core';
import { isThenable } from '@haft/core/internal';
import { withinTime } from '../async/within-time.js';
import type { CacheStore } from './cache-store.js';

/** A result that is read from a cache, or made and written to it. */
export interface CacheEntry<Result> {
  readonly key: string;
  readonly ttlMs: number;
  /** The longest time that the store may take for one answer. */
  readonly storeTimeoutMs: number;
  readonly logger: Logger;
  /** Why the result is no longer needed. Undefined while it is needed. */
  readonly stopped: Error | undefined;
  /**
   * Reads a stored text.
   *
   * @throws if `encode` did not write it
   */
  decode(text: string): Result;
  /** Returns the text to store, or undefined if the result must not be stored. */
  encode(result: Result): string | undefined;
  /** Receives a function that lets the waiting entries continue. It may be called early. */
  begin(release: () => void): void;
}

/** A cache of results in a store. If entries with one key overlap, one runs and the others wait. */
export class ResultCache {
  private readonly running = new Map<string, Promise<void>>();

  constructor(private readonly store: CacheStore) {}

  /** Returns the stored result, or the result of `make`, which it stores. */
  async through<Result>(entry: CacheEntry<Result>, make: () => Promise<Result>): Promise<Result> {
    for (let waited = 0; ; waited++) {
      const stored = await this.read(entry);
      if (stored !== undefined) return stored;
      const other = this.running.get(entry.key);
      if (other === undefined || waited === MOST_WAITS) break;
      await other;
      // Stopped while it waited: it must not make the others wait.
      if (entry.stopped !== undefined) throw entry.stopped;
    }
    return this.run(entry, make);
  }

  private async run<Result>(entry: CacheEntry<Result>, make: () => Promise<Result>): Promise<Result> {
    const { key } = entry;
    let done: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (done = resolve));
    this.running.set(key, running);
    const release = (): void => {
      if (this.running.get(key) === running) this.running.delete(key);
      done();
    };
    entry.begin(release);
    try {
      const result = await make();
      await this.write(entry, result);
      return result;
    } finally {
      release();
    }
  }

  private async read<Result>(entry: CacheEntry<Result>): Promise<Result | undefined> {
    try {
      const text = await inTime(entry, this.store.get(entry.key));
      return typeof text === 'string' ? entry.decode(text) : undefined;
    } catch (error) {
      entry.logger.warn('The cache could not be read; the tool is called.', { error });
      return undefined;
    }
  }

  private async write<Result>(entry: CacheEntry<Result>, result: Result): Promise<void> {
    try {
      const text = entry.encode(result);
      if (text !== undefined) await inTime(entry, this.store.set(entry.key, text, entry.ttlMs));
    } catch (error) {
      entry.logger.warn('The cache could not be written.', { error });
    }
  }
}

/** Awaits a store for a limited time: it must not use up the time of its caller. */
function inTime({ storeTimeoutMs: ms }: { readonly storeTimeoutMs: number }, answer: unknown): unknown {
  if (!isThenable(answer)) return answer;
  return withinTime(Promise.resolve(answer), ms, () => new Error(`The store did not answer within ${ms} ms.`));
}

/**
 * The number of failures that an entry waits for. After one failure, which may concern one caller
 * only, one waiting entry runs and the others still wait. After two failures, the rest run at once:
 * one after another, the last of twenty would wait for twenty failures.
 */
const MOST_WAITS = 2;
