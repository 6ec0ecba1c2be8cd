import type { ToolHints } from '../tool-definition.js';
import { recorder, type DualDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** Says what a tool does to the world. Constants: they stand in the definition. On a class: of each of its tools. */
export function Hints(hints: ToolHints): DualDecorator {
  return recorder('Hints', RECORD.hints, hints);
}
