import { requireCount } from '@haft/core';
import type { ListedReference, ReferenceStore, StoredReference } from './reference-store.js';

interface Scope {
  readonly values: Map<string, StoredReference>;
  /** The last number of each name. */
  readonly numbers: Map<string, number>;
}

/** A store in this process. If all values together are too large, it deletes the oldest scopes. */
export class MemoryReferenceStore implements ReferenceStore {
  /** The scopes. The one that was used last is at the end. */
  private readonly scopes = new Map<string, Scope>();
  private characters = 0;

  /**
   * @param maxCharacters - the largest size of all values, in characters of JSON. Default:
   *   200 million
   * @param now - the time in milliseconds. Default: `Date.now`
   */
  constructor(
    private readonly maxCharacters = 200_000_000,
    private readonly now: () => number = Date.now,
  ) {
    requireCount('MemoryReferenceStore maxCharacters', maxCharacters, 0);
  }

  /** Stores a value and returns its id. */
  add(scope: string, name: string, value: StoredReference): string {
    const { values, numbers } = this.used(scope);
    const number = (numbers.get(name) ?? 0) + 1;
    const id = `${name}_${number}`;
    numbers.set(name, number);
    values.set(id, value);
    this.characters += value.json.length;
    for (const oldest of this.scopes.keys()) {
      if (this.characters <= this.maxCharacters || oldest === scope) break;
      this.clear(oldest);
    }
    return id;
  }

  /** Returns a value. Undefined if it is missing or has expired. */
  get(scope: string, id: string): StoredReference | undefined {
    const value = this.scopes.get(scope)?.values.get(id);
    return value === undefined || value.until <= this.now() ? undefined : value;
  }

  /** Lists the values of a scope. Deletes the expired ones. */
  list(scope: string): readonly ListedReference[] {
    const listed: ListedReference[] = [];
    for (const [id, { json, ...value }] of this.scopes.get(scope)?.values ?? []) {
      if (value.until <= this.now()) this.delete(scope, id);
      else listed.push({ ...value, id, characters: json.length });
    }
    return listed;
  }

  /** Deletes a value. Its id is not used again. */
  delete(scope: string, id: string): void {
    const values = this.scopes.get(scope)?.values;
    this.characters -= values?.get(id)?.json.length ?? 0;
    values?.delete(id);
  }

  /** Deletes all values of a scope. */
  clear(scope: string): void {
    for (const { json } of this.scopes.get(scope)?.values.values() ?? []) this.characters -= json.length;
    this.scopes.delete(scope);
  }

  /** Whether no scope has a value. */
  get isEmpty(): boolean {
    return this.scopes.size === 0;
  }

  /** Returns whether the scope has a value, which may have expired. */
  mayHave(scope: string): boolean {
    return this.scopes.has(scope);
  }

  private used(scope: string): Scope {
    const known = this.scopes.get(scope) ?? { values: new Map(), numbers: new Map() };
    this.scopes.delete(scope);
    this.scopes.set(scope, known);
    return known;
  }
}
