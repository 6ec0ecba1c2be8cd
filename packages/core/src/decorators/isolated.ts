import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** Runs the tool in a worker thread, where its deadline can stop even a synchronous loop. */
export function Isolated(): DualDecorator {
  return recorder('Isolated', RECORD.isolated, true);
}
