import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { failed } from './outcomes.js';

/**
 * Returns the outcome of a tool whose result is invalid or not JSON. The model must know that it
 * ran.
 */
export function writeFailure(call: Call, error: unknown): ToolOutcome {
  call.run.runtime.logger.error(`The result of tool '${call.name}' could not be given to the model.`, { error });
  return failed(call, 'result', TEXT);
}

const TEXT = 'The tool ran, but its result could not be read. Do not repeat the call with the same arguments.';
