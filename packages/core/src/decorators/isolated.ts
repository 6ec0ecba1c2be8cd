import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** The tool runs in a worker thread, where its deadline can stop it even while it computes. */
export function Isolated(): DualDecorator {
  return recorder('Isolated', RECORD.isolated, true);
}
