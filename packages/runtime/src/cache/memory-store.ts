import { requireCount } from '@haft/core';
import type { CacheStore } from './cache-store.js';

/** A store in this process. It evicts the least recently used entry first. */
export class MemoryStore implements CacheStore {
  private readonly entries = new Map<string, { readonly value: string; readonly until: number }>();

  /**
   * @param maxEntries - the largest number of entries, default 10,000
   * @param now - the time in milliseconds, default `Date.now`
   */
  constructor(
    private readonly maxEntries = 10_000,
    private readonly now: () => number = Date.now,
  ) {
    requireCount('MemoryStore maxEntries', maxEntries, 0);
  }

  /** Returns the text of an entry, or undefined if it is missing or expired. */
  get(key: string): string | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    if (entry.until <= this.now()) return undefined;
    // A Map keeps the order of insertion: the newest is last.
    this.entries.set(key, entry);
    return entry.value;
  }

  /** Stores a text for `ttlMs` milliseconds. */
  set(key: string, value: string, ttlMs: number): void {
    this.entries.delete(key);
    this.entries.set(key, { value, until: this.now() + ttlMs });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.maxEntries) return;
      this.entries.delete(oldest);
    }
  }
}
