import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/**
 * Adds one valid set of arguments, by parameter name, to the tool's definition. Pass a constant:
 * `haft build` validates it.
 */
export function Example(args: Readonly<Record<string, unknown>>): DualMethodDecorator {
  return methodRecorder('Example', RECORD.examples, args);
}
