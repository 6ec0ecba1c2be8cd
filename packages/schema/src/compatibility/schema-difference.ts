import type { Path } from '../issues/issue.js';

/**
 * One difference of two schemas, by what it does to the values that fit. `narrower`: some old values fit no more.
 * `wider`: some new values did not fit before. `other`: both, or it cannot be told. `text`: none.
 */
export interface SchemaDifference {
  readonly kind: 'narrower' | 'wider' | 'other' | 'text' | 'new property' | 'property gone';
  readonly path: Path;
  readonly message: string;
}
