import { HaftError } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';

/** Names that Mastra takes from the arguments of the model. The tool never sees them. */
const TAKEN = ['resumeData', 'suspendedToolCallId', 'suspendedToolRunId', '_background'];

/**
 * Rejects parameters with names that Mastra reserves.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function refuseTakenNames(name: string, parameters: JsonSchemaObject): void {
  const taken = TAKEN.filter((one) => Object.hasOwn(parameters.properties ?? {}, one));
  if (taken.length === 0) return;
  throw new HaftError('HAFT_INVALID_OPTION', `Mastra keeps the parameter '${taken[0]}' of '${name}' for itself.`, {
    hint: 'Give the parameter another name.',
  });
}
