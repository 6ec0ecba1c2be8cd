import { requireCount, type FoundReference, type Ref, type Reference } from '@haft/core';
import { cutText } from '../results/cut-text.js';
import { wireForm } from '../results/wire-form.js';
import { MemoryReferenceStore } from './memory-reference-store.js';
import type { ReferenceOptions } from './reference-options.js';
import { isReferenceId, LONGEST_NAME } from './reference-id.js';
import type { ListedReference, ReferenceStore, StoredReference } from './reference-store.js';

/** The run whose calls use references. */
export interface ReferenceOwner {
  readonly id: string;
  readonly options: { readonly userId?: string | undefined; readonly tenantId?: string | undefined };
}

/** The type of a value to store. */
export interface KeptType {
  readonly name: string;
  readonly type: string;
  /** The schema as JSON text. */
  readonly schema: string;
}

/** The stored values of all runs of a runtime. */
export class References {
  readonly maxTotalCharacters: number;
  private readonly store: ReferenceStore;
  private readonly scope: 'run' | 'user';
  private readonly ttlMs: number;
  private readonly maxCharacters: number;

  constructor(options: ReferenceOptions = {}) {
    const count = (name: 'ttlMs' | 'maxCharacters' | 'maxTotalCharacters', usual: number): number =>
      requireCount(`createRuntime references.${name}`, options[name] ?? usual, 1);
    this.store = options.store ?? new MemoryReferenceStore();
    this.scope = options.scope ?? 'run';
    this.ttlMs = count('ttlMs', 60 * 60 * 1000);
    this.maxCharacters = count('maxCharacters', 5_000_000);
    this.maxTotalCharacters = count('maxTotalCharacters', 20_000_000);
  }

  /** Returns false if a run certainly has no reference. */
  mayHave(owner: ReferenceOwner): boolean {
    return this.store.mayHave?.(this.scopeOf(owner)) ?? true;
  }

  /**
   * Stores the value of a `Ref`.
   *
   * @returns the reference for the model, or a text about a value that is too large
   * @throws {TypeError} if JSON has no form for the value
   */
  async keep(owner: ReferenceOwner, { value, name, preview }: Ref, kept: KeptType): Promise<Reference | string> {
    const json = JSON.stringify(wireForm(value));
    if (json.length > this.maxCharacters)
      return `The result is too large: ${json.length} characters, at most ${this.maxCharacters} can be stored. Ask for less.`;
    const scope = this.scopeOf(owner);
    await this.makeRoom(scope, json.length);
    const { type, schema } = kept;
    const until = Date.now() + this.ttlMs;
    const $ref = await this.store.add(scope, nameOf(name ?? kept.name), { type, schema, json, until });
    return { $ref, type, preview: cutText(preview ?? previewOf(value, json), LONGEST_PREVIEW) };
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

  /** Deletes the oldest values of a scope until another one fits. */
  private async makeRoom(scope: string, characters: number): Promise<void> {
    const listed = await this.store.list(scope);
    let total = listed.reduce((sum, one) => sum + one.characters, characters);
    for (const oldest of listed) {
      if (total <= this.maxTotalCharacters) return;
      await this.store.delete(scope, oldest.id);
      total -= oldest.characters;
    }
  }

  private scopeOf({ id, options: { userId, tenantId } }: ReferenceOwner): string {
    if (this.scope !== 'user' || userId === undefined) return `${OF_RUN}${id}`;
    // Two tenants may have users of the same id.
    return tenantId === undefined ? `user:${userId}` : `tenant-user:${JSON.stringify([tenantId, userId])}`;
  }
}

const OF_RUN = 'run:';
const LONGEST_PREVIEW = 300;

/** Writes a name in snake_case, so that every id has the same form. */
function nameOf(name: string): string {
  const snake = name
    .slice(0, LONGEST_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return snake === '' ? 'value' : snake;
}

function previewOf(value: unknown, json: string): string {
  const size = Array.isArray(value) ? `${value.length} items, ` : '';
  return `${size}${json.length} characters: ${json}`;
}
