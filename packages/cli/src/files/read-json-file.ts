import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { UsageError } from '../usage-error.js';

/**
 * Returns the JSON document of a file on the command line. `-` reads the standard input.
 *
 * @throws {UsageError} if it cannot be read or is not JSON
 */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = file === '-' ? await textOf(process.stdin) : read(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`, 'Give a file with one JSON document.');
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, 'Give the path of a JSON file.');
  }
}
