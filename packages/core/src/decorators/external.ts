import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** Another system executes the call: it is validated, then deferred, and its method never runs. */
export function External(): DualDecorator {
  return recorder('External', RECORD.external, true);
}
