import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** Results with the same key make earlier ones in a history obsolete. */
export function Supersedes(keyOf: (args: never) => string): DualMethodDecorator {
  return methodRecorder('Supersedes', RECORD.supersedes, keyOf);
}
