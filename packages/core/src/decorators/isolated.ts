import { recorder, type DualDecorator } from './dual-decorator.js';

/**
 * Runs the tool in a worker thread, where its deadline can stop even a synchronous loop.
 *
 * @example
 * @Isolated()
 * @Timeout(2_000)
 * @Tool()
 * count(text: string, pattern: string): number {
 *   return text.split(new RegExp(pattern)).length - 1;
 * }
 */
export function Isolated(): DualDecorator {
  return recorder('isolated', true);
}
