import { loadLazy } from '../load-lazy.js';
import type { Call } from '../call.js';
import { narrowedInput } from './narrowed-input.js';

/**
 * Accepts the values that people supplied for a call. Drops them if they are no longer valid, so
 * that the call asks again.
 */
export async function acceptInput(call: Call): Promise<void> {
  const { input } = call.optional;
  if (call.state.planned.tool.input === undefined || input === undefined) return;
  const checked = await narrowedInput(call, call.wire ?? {});
  if (checked === undefined) return;
  const { acceptFromPerson } = await loadLazy();
  const accepted = await acceptFromPerson(call.run, checked, input);
  if (accepted.refusal === undefined) call.setOptional({ input: accepted.wire, inputArgs: accepted.args });
  else call.setOptional({ input: undefined, inputArgs: undefined });
}
