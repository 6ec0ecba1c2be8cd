import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

const PARENT = join(import.meta.dirname, '../../dist');
const FIXTURES = join(import.meta.dirname, '../fixtures');

/**
 * Creates a folder for this run of a test file, so that two runs at a time do not share one. Files
 * in it find the packages of this repository. It is removed after the tests.
 *
 * @param name - the begin of its name
 * @param fixture - a folder of `fixtures` to copy into it
 */
export function ownFolder(name: string, fixture?: string): string {
  mkdirSync(PARENT, { recursive: true });
  const folder = mkdtempSync(join(PARENT, `${name}-`));
  if (fixture !== undefined) cpSync(join(FIXTURES, fixture), folder, { recursive: true });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
