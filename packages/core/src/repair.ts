import type { Path } from '@haft/schema';

/** What was done to the text or to a value: the stages of repair and coercion. */
export type RepairKind =
  /** Nothing, blank, `null` or `[]` read as `{}`. */
  | 'empty'
  /** A code fence or prose around the JSON taken away. */
  | 'strip'
  /** Quotes, commas, comments, Python literals mended. */
  | 'syntax'
  /** A property that stood twice: the last one counts. */
  | 'duplicateKey'
  /** JSON text inside a string read as the value it holds. */
  | 'unwrap'
  /** `{ param: {...} }` around the one object parameter taken away. */
  | 'envelope'
  /** What a provider's dialect made the model send, undone. */
  | 'dialect'
  /** A value of another JSON type taken for what the schema wants: `"5"` for an integer. */
  | 'coercion';

/** One change that was made to the arguments before they were accepted. Nothing is ever changed without such a record. */
export interface Repair {
  /** Empty for the arguments as a whole. */
  readonly path: Path;
  readonly kind: RepairKind;
  /** As text, shortened to 80 characters. */
  readonly from: string;
  /** As text, shortened to 80 characters. */
  readonly to: string;
}
