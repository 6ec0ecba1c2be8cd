import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/** One valid set of arguments, by parameter name. A constant: it is checked at build time and stands in the definition. */
export function Example(args: Readonly<Record<string, unknown>>): DualMethodDecorator {
  return methodRecorder('Example', RECORD.examples, args);
}
