import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** A barrier in a batch: earlier calls finish first, later ones wait. On a class: for each of its tools. */
export function Sequential(): DualDecorator {
  return recorder('Sequential', RECORD.sequential, true);
}
