import type { DialectForm } from '@haft/schema/dialects';
import type { DialectOf } from '@haft/arguments/internal';
import type { RunPort } from './run-port.js';

/** Returns the form of a definition that the model of a run sees, unless it is that of the tool. */
export function dialectForm(
  { dialect: { of: dialectOf, target } }: Pick<RunPort, 'dialect'>,
  definition: Parameters<DialectOf>[0],
): DialectForm | undefined {
  return dialectOf === undefined || target === undefined ? undefined : dialectOf(definition, target);
}
