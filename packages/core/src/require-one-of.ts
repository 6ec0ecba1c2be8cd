import { HaftError } from './errors/index.js';
import { nearName } from './near-name.js';

/**
 * Returns `value` if it is one of some texts.
 *
 * @param option - name for the message: `startRun target`
 * @throws {HaftError} HAFT_INVALID_OPTION otherwise
 */
export function requireOneOf<Value extends string>(option: string, value: Value, values: readonly Value[]): Value {
  if (values.includes(value)) return value;
  const near = typeof value === 'string' ? nearName(value, values) : undefined;
  const guess = near === undefined ? '' : `Did you mean '${near}'? `;
  const shown = typeof value === 'string' ? `'${value}'` : String(value);
  throw new HaftError('HAFT_INVALID_OPTION', `${option} is ${shown}.`, {
    hint: `${guess}It is one of: ${values.join(', ')}.`,
  });
}
