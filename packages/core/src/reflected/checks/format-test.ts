import { FORMATS } from '@haft/schema/formats';

/**
 * Returns the test of a format in the table.
 *
 * @throws Error if a generated module uses a format that this version does not have
 */
export function formatTest(name: string): (text: string) => boolean {
  const format = FORMATS.get(name);
  if (format === undefined)
    throw new Error(`The generated module asks for the format "${name}", which does not exist.`);
  return format.test;
}
