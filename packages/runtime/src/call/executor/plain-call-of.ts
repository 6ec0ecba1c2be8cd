import type { Call } from '../call.js';
import { plainValue } from '../outcome/plain-outcome.js';
import { rowOf } from '../row/row-of.js';
import type { RowOfCall } from '../row/row-of-call.js';
import type { StoredCall } from './stored-call.js';

/** Returns a call as plain JSON. */
export function plainCallOf(call: Call, { key, effectKey }: RowOfCall): StoredCall {
  const { run, state, wire = {}, decided, origin, stored } = call;
  const { tenantId, userId, metadata } = run.options;
  const { queue } = state.planned.tool.settings.background ?? {};
  return {
    format: 1,
    key,
    run: { id: run.id, tenantId, userId, metadata: plainValue(metadata) as StoredCall['run']['metadata'] },
    id: call.id,
    tool: call.name,
    definition: state.planned.tool.definition.fingerprint,
    arguments: wire,
    input: decided.input,
    granted: decided.grant,
    effectKey,
    parent: origin.from,
    ...(origin.parent !== undefined && { outer: rowOf(origin.parent).key }),
    ...(stored.background !== undefined && { background: true }),
    ...(queue !== undefined && { queue }),
    ...(state.counted === state ? {} : { budget: 'own' }),
  };
}
