import type { JsonValue } from '@haft/schema';
import { wireForm } from '@haft/core/internal';
import type { Call } from '../call.js';
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
    run: { id: run.id, tenantId, userId, metadata: plainMetadata(metadata) },
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

/** Returns the metadata as JSON. Undefined if JSON has no form for it. */
function plainMetadata(
  metadata: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, JsonValue>> | undefined {
  try {
    return metadata === undefined ? undefined : (wireForm(metadata) as Readonly<Record<string, JsonValue>>);
  } catch {
    return undefined;
  }
}
