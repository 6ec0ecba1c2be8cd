import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/**
 * Lets another system execute the call. Haft validates the call and defers it. The method never
 * runs.
 */
export function External(): DualDecorator {
  return recorder('External', RECORD.external, true);
}
