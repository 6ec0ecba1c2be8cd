import type { JsonValue } from '@haft/schema';
import type { CheckedValue } from '@haft/compose/internal';
import type { Call } from '../call.js';
import { loadLazy } from '../load-lazy.js';
import { inputFields } from './input-fields.js';

/**
 * Returns the check of the values that the user enters for a call, after `@NarrowInput`. Returns
 * undefined if the tool asks for nothing.
 *
 * @param args - the arguments of the model as JSON
 * @throws the errors of `inputFields`
 */
export async function narrowedInput(
  call: Call,
  args: Readonly<Record<string, JsonValue>>,
): Promise<CheckedValue | undefined> {
  const { input, settings } = call.state.planned.tool;
  if (input === undefined || settings.narrowInput === undefined) return input;
  const { narrowedCheck } = await loadLazy();
  const schema = inputFields(call, args) ?? input.check.schema();
  return { ...input, check: narrowedCheck(input.check, schema) };
}
