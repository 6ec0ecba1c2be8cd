import { visibleText } from './visible-text.js';

/**
 * Prints one JSON document to the standard output. Characters that control a terminal are escapes
 * of JSON, so that the value stays the same.
 */
export function printJson(value: unknown): void {
  process.stdout.write(`${visibleText(JSON.stringify(value, null, 2))}\n`);
}
