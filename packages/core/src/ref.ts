import { recogniseCopies } from './recognise-copies.js';

/** The options of a {@link Ref}. */
export interface RefOptions {
  /**
   * The first part of the id that the model reads, in snake_case: `invoices` becomes `invoices_1`.
   * Default: from the type.
   */
  readonly name?: string | undefined;
  /** A short text about the value for the model. Default: the beginning of its JSON. */
  readonly preview?: string | undefined;
}

/**
 * A value that stays outside of the conversation. If a tool has the result type `Ref<Invoice[]>`,
 * Haft stores the value, and the model reads a {@link Reference} to it. The model passes the
 * reference to another tool, as an argument whose type fits. A parameter of type `Invoice[]` gets
 * the value. A parameter of type `Ref<Invoice[]>` gets a `Ref`, and the model sees only that it
 * takes a reference.
 *
 * Possible as the type of a parameter and of a result, not inside other types.
 *
 * @example
 * async find(query: string): Promise<Ref<Invoice[]>> {
 *   return new Ref(await this.invoices.find(query));
 * }
 */
export class Ref<T = unknown> {
  /** The value itself. */
  readonly value: T;
  /** The first part of the id. */
  readonly name: string | undefined;
  /** A short text about the value for the model. */
  readonly preview: string | undefined;

  constructor(value: T, { name, preview }: RefOptions = {}) {
    this.value = value;
    this.name = name;
    this.preview = preview;
  }

  /** Returns the value: where no reference is possible, the model reads the whole value. */
  toJSON(): T {
    return this.value;
  }
}

recogniseCopies(Ref, 'Ref');

/** A reference to a stored value, as the model reads and sends it. */
export interface Reference {
  /** The id, such as `invoices_1`. */
  readonly $ref: string;
  /** The type of the value, such as `Invoice[]`. */
  readonly type: string;
  /** A short text about the value. */
  readonly preview: string;
}

/** A stored value that belongs to the run or its user. */
export interface FoundReference {
  /** The id, such as `invoices_1`. */
  readonly id: string;
  /** The type of the value, such as `Invoice[]`. */
  readonly type: string;
  /** The value as JSON text. */
  readonly json: string;
}
