import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';

/**
 * Compares JSON with a golden file next to the test. Bytes become base64. `UPDATE_GOLDEN=1` writes
 * the file instead, which prettier then makes compact.
 */
export function expectGolden(folder: string, name: string, value: unknown): void {
  const actual: unknown = JSON.parse(JSON.stringify(value, bytesAsBase64));
  const golden = goldenText(join(folder, 'golden', `${name}.json`), () => JSON.stringify(actual));
  expect(actual).toEqual(JSON.parse(golden));
}

/** The same for many values, a line each. */
export function expectGoldenLines(folder: string, name: string, values: readonly unknown[]): void {
  const lines = values.map((value) => JSON.stringify(value));
  const golden = goldenText(join(folder, 'golden', `${name}.jsonl`), () => lines.join('\n'));
  expect(lines).toEqual(golden.trimEnd().split('\n'));
}

function goldenText(file: string, write: () => string): string {
  if (process.env['UPDATE_GOLDEN'] !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${write()}\n`);
  }
  expect(existsSync(file)).toBe(true);
  return readFileSync(file, 'utf8');
}

function bytesAsBase64(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? `(bytes) ${Buffer.from(value).toString('base64')}` : value;
}
