import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** Marks earlier results with the same key in a history as obsolete. */
export function Supersedes(keyOf: (args: never) => string): DualMethodDecorator {
  return methodRecorder('Supersedes', RECORD.supersedes, keyOf);
}
