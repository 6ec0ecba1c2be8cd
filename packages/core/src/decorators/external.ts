import { recorder, type DualDecorator } from './dual-decorator.js';

/**
 * Lets another system execute the call. Haft validates the call and defers it. The method never
 * runs.
 *
 * @example
 * @External()
 * @Tool()
 * sign(document: string): string {
 *   throw new Error('Another system signs the document.');
 * }
 */
export function External(): DualDecorator {
  return recorder('external', true);
}
