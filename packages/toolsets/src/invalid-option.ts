import { HaftError } from '@haft/core';

/** Makes the error of a setting of a toolset. */
export function invalidOption(message: string, hint: string, cause?: unknown): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', message, { hint, cause });
}
