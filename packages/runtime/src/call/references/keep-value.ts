import type { Ref, Reference, ToolOutcome } from '@haft/core';
import { keepReference } from '../../references/keep-reference.js';
import type { Call } from '../call.js';
import { failed, writeFailure } from '../outcome/outcomes.js';

/** A reference, or the answer to a value that cannot be stored. */
export type KeptValue = { readonly reference: Reference } | { readonly outcome: ToolOutcome };

/** Stores the value of a tool whose result type is `Ref<T>`. */
export async function keepValue(call: Call, ref: Ref): Promise<KeptValue> {
  const { run, state } = call;
  const { name = 'value', type = 'unknown', schema = 'true' } = state.planned.tool.references?.result ?? {};
  run.counts.keepsReferences = true;
  try {
    const reference = await keepReference(run.runtime.references, run, ref, { name, type, schema });
    return typeof reference === 'string' ? { outcome: failed(call, 'result', reference) } : { reference };
  } catch (error) {
    return { outcome: writeFailure(call, error) };
  }
}
