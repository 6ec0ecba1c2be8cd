import { FORMATS } from '@haft/schema';

/**
 * The test of a format of the table.
 * @throws Error when a generated module asks for a format that this version does not have
 */
export function formatTest(name: string): (text: string) => boolean {
  const format = FORMATS.get(name);
  if (format === undefined)
    throw new Error(`The generated module asks for the format "${name}", which does not exist.`);
  return format.test;
}
