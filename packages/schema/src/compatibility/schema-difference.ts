import type { Path } from '../issues/issue.js';

/**
 * A difference of two schemas, by its effect on the valid values. `narrower`: some values are no
 * longer valid. `wider`: some values are newly valid. `other`: both, or undecidable. `text`: none.
 */
export interface SchemaDifference {
  readonly kind: 'narrower' | 'wider' | 'other' | 'text' | 'new property' | 'property gone';
  readonly path: Path;
  readonly message: string;
}
