import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';

/**
 * Ends the run after a success of this tool. The outcome has `final: true`.
 *
 * @example
 * @Final()
 * @Tool()
 * answer(text: string): string {
 *   return text;
 * }
 */
export function Final(): DualMethodDecorator {
  return methodRecorder('final', true);
}
