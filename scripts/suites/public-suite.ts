import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Public test suites of other projects are not part of this repository. `npm run suites` fetches
 * them. Other tests cover the same behaviour, so a clone without the suites tests everything.
 */

const ROOT = join(import.meta.dirname, '../..');

/**
 * The folders of suites. `HAFT_SUITES` names another folder, or a missing one to test without them.
 */
const FOLDERS =
  process.env['HAFT_SUITES'] === undefined ? ['.suites', '../shared/suites'] : [process.env['HAFT_SUITES']];

/** The title of the test that takes the place of a missing suite. The reporter counts these. */
const MISSING = 'needs a public test suite that is not here';

/** Returns the contents of a file of a public suite, or undefined if it is missing. */
export function publicSuite<Suite>(file: string): Suite | undefined {
  const found = placeOf(file);
  return found === undefined ? undefined : read<Suite>(found);
}

/** Returns the contents of the JSON files in a folder of a suite, or undefined if it is missing. */
function publicSuites<Suite>(folder: string): readonly Suite[] | undefined {
  const found = placeOf(folder);
  if (found === undefined) return undefined;
  const files = readdirSync(found).filter((name) => name.endsWith('.json'));
  return files.sort().map((name) => read<Suite>(join(found, name)));
}

function placeOf(path: string): string | undefined {
  return FOLDERS.map((folder) => join(ROOT, folder, path)).find((one) => existsSync(one));
}

function read<Suite>(path: string): Suite {
  return JSON.parse(readFileSync(path, 'utf8')) as Suite;
}

/** Declares tests that read a public suite, or one skipped test if it is missing. */
export function describeSuite<Suite>(title: string, file: string, declare: (suite: Suite) => void): void {
  declareOrSkip(title, publicSuite<Suite>(file), declare);
}

/** Does the same with all JSON files of a folder. */
export function describeSuites<Suite>(
  title: string,
  folder: string,
  declare: (suites: readonly Suite[]) => void,
): void {
  declareOrSkip(title, publicSuites<Suite>(folder), declare);
}

function declareOrSkip<Suite>(title: string, suite: Suite | undefined, declare: (suite: Suite) => void): void {
  describe(title, () => {
    if (suite === undefined) it.skip(MISSING, () => undefined);
    else declare(suite);
  });
}

/** The JSON Schema Test Suite, as `npm run suites` writes it. */
export interface JsonSchemaTestSuite<Schema> {
  readonly files: Readonly<Record<string, readonly JsonSchemaGroup<Schema>[]>>;
}

/** One schema with its values. */
export interface JsonSchemaGroup<Schema> {
  readonly description: string;
  readonly schema: Schema;
  readonly tests: readonly { readonly description: string; readonly data: never; readonly valid: boolean }[];
}

export const JSON_SCHEMA_TEST_SUITE = 'json-schema-test-suite/draft2020-12.json';
