/** A stored value. */
export interface StoredReference {
  /** The type, such as `Invoice[]`. */
  readonly type: string;
  /** The schema of the value, as JSON text. */
  readonly schema: string;
  /** The value, as JSON text. */
  readonly json: string;
  /** The end of its time, in milliseconds since the epoch. */
  readonly until: number;
}

/** A stored value without the value itself. */
export interface ListedReference extends Omit<StoredReference, 'json'> {
  /** The id in its scope, such as `invoices_1`. */
  readonly id: string;
  /** The length of the JSON text. */
  readonly characters: number;
}

/**
 * A store of references. A scope is a run or a user, and no method finds a value of another scope.
 * The methods may return promises.
 */
export interface ReferenceStore {
  /**
   * Stores a value.
   *
   * @param scope - the run or the user
   * @param name - the first part of the id
   * @returns the id: the name, `_`, and a number that this name never had before in this scope
   */
  add(scope: string, name: string, value: StoredReference): string | Promise<string>;
  /** Returns a value. Undefined if it is missing or has expired. */
  get(scope: string, id: string): StoredReference | undefined | Promise<StoredReference | undefined>;
  /** Lists the values of a scope, oldest first, without the expired ones. */
  list(scope: string): readonly ListedReference[] | Promise<readonly ListedReference[]>;
  /** Deletes a value. */
  delete(scope: string, id: string): void | Promise<void>;
  /** Deletes all values of a scope. */
  clear(scope: string): void | Promise<void>;
  /** Returns false if the scope certainly has no value. Default: true. */
  mayHave?(scope: string): boolean;
}
