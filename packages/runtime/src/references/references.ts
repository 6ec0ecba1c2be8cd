import { requireCount, type FoundReference } from '@haft/core';
import { MemoryReferenceStore } from './memory-reference-store.js';
import type { ReferenceOptions } from './reference-options.js';
import { isReferenceId } from './reference-id.js';
import type { ListedReference, ReferenceStore, StoredReference } from './reference-store.js';

/** The run whose calls use references. */
export interface ReferenceOwner {
  readonly id: string;
  readonly options: { readonly userId?: string | undefined; readonly tenantId?: string | undefined };
}

/** The stored values of all runs of a runtime. */
export class References {
  readonly maxTotalCharacters: number;
  readonly store: ReferenceStore;
  readonly ttlMs: number;
  readonly maxCharacters: number;
  private readonly scope: 'run' | 'user';
  /** The default store. Its `isEmpty` is faster than a question about one run. */
  private readonly memory: MemoryReferenceStore | undefined;

  constructor(options: ReferenceOptions = {}) {
    const count = (name: 'ttlMs' | 'maxCharacters' | 'maxTotalCharacters', usual: number): number =>
      requireCount(`createRuntime references.${name}`, options[name] ?? usual, 1);
    this.memory = options.store === undefined ? new MemoryReferenceStore() : undefined;
    this.store = options.store ?? (this.memory as MemoryReferenceStore);
    this.scope = options.scope ?? 'run';
    this.ttlMs = count('ttlMs', 60 * 60 * 1000);
    this.maxCharacters = count('maxCharacters', 5_000_000);
    this.maxTotalCharacters = count('maxTotalCharacters', 20_000_000);
  }

  /** Returns false if a run certainly has no reference. */
  mayHave(owner: ReferenceOwner): boolean {
    // Most runtimes have no values, and each rejected call asks.
    if (this.memory?.isEmpty === true) return false;
    return this.store.mayHave?.(this.scopeOf(owner)) ?? true;
  }

  /** Returns a stored value. */
  async find(owner: ReferenceOwner, id: string): Promise<StoredReference | undefined> {
    return isReferenceId(id) ? this.store.get(this.scopeOf(owner), id) : undefined;
  }

  /** Returns a stored value, for tools. */
  async findForTool(owner: ReferenceOwner, id: string): Promise<FoundReference | undefined> {
    const found = await this.find(owner, id);
    return found === undefined ? undefined : { id, type: found.type, json: found.json };
  }

  /** Lists the values of a run or its user, oldest first. */
  async list(owner: ReferenceOwner): Promise<readonly ListedReference[]> {
    return this.store.list(this.scopeOf(owner));
  }

  /** Deletes the values of a run at its end. Values of a user stay. */
  async end(owner: ReferenceOwner): Promise<void> {
    if (this.scopeOf(owner).startsWith(OF_RUN)) await this.store.clear(this.scopeOf(owner));
  }

  /** Returns the scope in the store that has the values of a run. */
  scopeOf({ id, options: { userId, tenantId } }: ReferenceOwner): string {
    if (this.scope !== 'user' || userId === undefined) return `${OF_RUN}${id}`;
    // Two tenants may have users of the same id.
    return tenantId === undefined ? `user:${userId}` : `tenant-user:${JSON.stringify([tenantId, userId])}`;
  }
}

const OF_RUN = 'run:';
