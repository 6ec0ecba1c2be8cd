import { expect } from '@jest/globals';
import { HaftError } from '../../src/index.js';

/** Returns the text that a developer reads about a mistake: the code, the message and the hint. */
export async function textOfMistake(make: () => unknown): Promise<string> {
  let error: unknown;
  try {
    await make();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(HaftError);
  const { code, message, hint } = error as HaftError;
  expect(hint).not.toBe('');
  return `${code}: ${message}\n${hint}`;
}
