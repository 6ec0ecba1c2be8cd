import type { Path } from '../issues/issue.js';
import { sensitiveParts, type SensitiveParts } from '../issues/sensitive.js';

/** The default limit of issues in one search. */
export const ISSUE_LIMIT = 20;

/** The options of a search for issues. */
export interface CollectOptions {
  /** The number of issues after which the search stops. Default: {@link ISSUE_LIMIT}. */
  readonly limit?: number | undefined;
  /** The paths of values that no text shows. `*` stands for every item or key. */
  readonly sensitive?: readonly Path[] | undefined;
  /** Whether all names in the value are declared. Then only declared paths lead to names. */
  readonly declaresAll?: boolean | undefined;
  /** Returns the author's text for a rule at a path, if there is one. */
  readonly messages?: ((path: Path, rule: string) => string | undefined) | undefined;
}

/** The prepared options of a search for issues. One serves for many values. */
export class Search {
  readonly limit: number;
  /** The paths that were given. */
  readonly paths: readonly Path[];
  /** The paths of {@link CollectOptions.sensitive} by kind. Undefined if there are none. */
  readonly sensitive: SensitiveParts | undefined;
  /** Whether no key of a path is sensitive, so that only texts may show a sensitive value. */
  readonly hidesTextsOnly: boolean;
  readonly messages: CollectOptions['messages'];

  constructor({ limit = ISSUE_LIMIT, sensitive = [], declaresAll = false, messages }: CollectOptions) {
    this.limit = limit;
    this.paths = sensitive;
    this.sensitive = sensitive.length === 0 ? undefined : sensitiveParts(sensitive);
    this.hidesTextsOnly = declaresAll && this.sensitive?.declared.length === 0;
    this.messages = messages;
  }
}
