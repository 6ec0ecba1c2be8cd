import type { RunContext } from '../run-context.js';
import { methodRecorder, type DualMethodDecorator } from './dual-decorator.js';
import { RECORD } from './metadata.js';

/**
 * Checks the validated arguments by parameter name. Throws `ModelRetry`, `ToolFailed`,
 * `ApprovalRequired` or `CallDeferred`.
 */
export type ValidateArguments = (args: never, run: RunContext<never>) => void | Promise<void>;

/** Adds a check of a tool's arguments after their schema and before any approval. */
export function Validate(validate: ValidateArguments): DualMethodDecorator {
  return methodRecorder('Validate', RECORD.validate, validate);
}
