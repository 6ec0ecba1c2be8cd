import { HaftError } from '@haft/core';
import { isObject } from '@haft/schema/basics';

/**
 * Rejects options that are absent, and toolsets in their place.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireOptions(given: unknown): void {
  const hint = "Write HaftModule.forRoot({ toolsets }), with `import { toolsets } from './toolsets.gen.js'`.";
  if (given === undefined || given === null)
    throw new HaftError('HAFT_INVALID_OPTION', 'HaftModule is imported without options.', { hint });
  if (!isObject(given)) return;
  if (typeof given['read'] === 'function' || typeof given['tools'] === 'function')
    throw new HaftError('HAFT_INVALID_OPTION', 'HaftModule.forRoot was given toolsets in place of options.', { hint });
  if ('toolsets' in given && given['toolsets'] === undefined)
    throw new HaftError('HAFT_INVALID_OPTION', 'HaftModule.forRoot toolsets is undefined.', { hint });
}
