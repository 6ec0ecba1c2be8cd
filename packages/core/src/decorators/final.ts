import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** A success of this tool ends the run: its outcome says `final: true`. */
export function Final(): DualMethodDecorator {
  return methodRecorder('Final', RECORD.final, true);
}
