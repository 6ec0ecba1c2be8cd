import { BACKGROUND_MARK } from '../row-states.js';

/**
 * The conditions for rows with a background call. An index has them too, so that a change needs a
 * migration.
 */
export const SQLITE_BACKGROUND = condition('instr');
export const POSTGRES_BACKGROUND = condition('strpos');

function condition(position: 'instr' | 'strpos'): string {
  return `kind IS NULL AND request IS NULL AND ${position}(call, '${BACKGROUND_MARK}') > 0`;
}
