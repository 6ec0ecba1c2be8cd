import { createRequire } from 'node:module';
import { HaftError } from '@haft/core';

/**
 * Looks for the package `run` without loading it: only the first program loads it.
 *
 * @param from - the address of a file from which `run` is resolved
 * @throws {HaftError} HAFT_MISSING_PEER if `run` is not installed in version 2
 */
export function requireRun(from: string = import.meta.url): void {
  let version: string;
  try {
    ({ version } = createRequire(from)('run/package.json') as { readonly version: string });
  } catch (cause) {
    throw missing('run is not installed', cause);
  }
  if (!version.startsWith('2.')) throw missing(`run is installed in version ${version}, not in version 2`);
}

function missing(problem: string, cause?: unknown): HaftError {
  return new HaftError('HAFT_MISSING_PEER', `The tool 'execute_code' needs the package run, and ${problem}.`, {
    hint: 'Run `npm install run@2`. A bundle needs it next to it.',
    ...(cause === undefined ? {} : { cause }),
  });
}
