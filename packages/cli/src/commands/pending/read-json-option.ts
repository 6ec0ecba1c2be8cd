import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import type { JsonValue } from '@haft/schema';
import { UsageError } from '../../usage-error.js';

/**
 * Reads the JSON of an option. `@file` reads a file, and `-` reads the standard input. Errors do
 * not repeat the text, because it may have sensitive values.
 */
export async function readJsonOption(option: string, given: string): Promise<JsonValue> {
  const text = await source(option, given);
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new UsageError(
      `The value of ${option} is not JSON.`,
      `Write ${option} '{"name":"value"}', or ${option} @file.`,
    );
  }
}

async function source(option: string, given: string): Promise<string> {
  if (given === '-') return textOf(process.stdin);
  if (!given.startsWith('@')) return given;
  const file = given.slice(1);
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`The file '${file}' of ${option} cannot be read.`, 'Check its path.');
  }
}
