import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';

/** Compares JSON with a file of `test/golden`. `UPDATE_GOLDEN=1` writes the file instead. */
export function expectGolden(name: string, value: unknown): void {
  const file = join(import.meta.dirname, '../golden', name);
  if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
  expect(value).toEqual(JSON.parse(readFileSync(file, 'utf8')));
}
