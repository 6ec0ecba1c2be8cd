import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { failed } from './outcomes.js';

/** The tool did its work, and its result cannot be written or is not what was promised: the model must know that it ran. */
export function writeFailure(call: Call, error: unknown): ToolOutcome {
  call.run.runtime.logger.error(`The result of tool '${call.name}' could not be given to the model.`, { error });
  return failed(call, 'result', TEXT);
}

const TEXT = 'The tool ran, but its result could not be read. Do not repeat the call with the same arguments.';
