import { HaftError } from '@haft/core';
import type { JsonSchema } from '@haft/schema';

/** Returns the error of a schema without a value. */
export function noValue(schema: JsonSchema): HaftError {
  const text = JSON.stringify(schema);
  const shown = text.length > 300 ? `${text.slice(0, 300)}...` : text;
  return new HaftError('HAFT_INVALID_SCHEMA', `No value was found that fits ${shown}.`, {
    hint: 'Either nothing fits it, or it is too intricate: give the schema an `examples` entry, which is tried then.',
  });
}
