import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';

/**
 * Compares JSON with a golden file beside the test; bytes are shown as base64. `UPDATE_GOLDEN=1` writes the file instead, which prettier
 * then makes compact.
 */
export function expectGolden(folder: string, name: string, value: unknown): void {
  const file = join(folder, 'golden', `${name}.json`);
  const actual: unknown = JSON.parse(JSON.stringify(value, bytesAsBase64));
  if (process.env['UPDATE_GOLDEN'] !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(actual)}\n`);
  }
  expect(existsSync(file)).toBe(true);
  expect(actual).toEqual(JSON.parse(readFileSync(file, 'utf8')));
}

function bytesAsBase64(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? `(bytes) ${Buffer.from(value).toString('base64')}` : value;
}
