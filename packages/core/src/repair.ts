import type { Path } from '@haft/schema';

/** The kinds of repair and coercion. */
export type RepairKind =
  /**
   * Removed a prefix of the tool name: `functions.order_search`. With a path: read an alias of a
   * property, or its name in another spelling.
   */
  | 'name'
  /** Read an empty or blank text, `null` or `[]` as `{}`. */
  | 'empty'
  /** Removed a code fence or prose around the JSON. */
  | 'strip'
  /** Repaired quotes, commas, comments, Python literals or halves of surrogate pairs. */
  | 'syntax'
  /** Kept the last of two properties with the same name. */
  | 'duplicateKey'
  /** Parsed JSON text inside a string. */
  | 'unwrap'
  /** Removed `{ param: {...} }` around the one object parameter, or `{ "arguments": {...} }`. */
  | 'envelope'
  /** Read the form of a similar tool elsewhere, such as a line of a shell for its words. */
  | 'form'
  /** Undid a change that the dialect of a provider made the model send. */
  | 'dialect'
  /** Converted a value of another JSON type: `"5"` to an integer. */
  | 'coercion';

/** One change to a call before Haft accepted it. Haft records every change. */
export interface Repair {
  /** Empty for the arguments as a whole. */
  readonly path: Path;
  /** The kind of the change. */
  readonly kind: RepairKind;
  /** As text, shortened to 80 characters. */
  readonly from: string;
  /** As text, shortened to 80 characters. */
  readonly to: string;
}
