import { withoutSensitive } from '../../events/without-sensitive.js';
import type { Call } from '../call.js';

/** Returns the accepted arguments without sensitive values. Undefined until they are accepted. */
export function shownArguments({ wire, run, state }: Call): unknown {
  if (wire === undefined) return undefined;
  return withoutSensitive(wire, state.planned.tool.check.sensitive, run.runtime.observe.redactedKeys);
}
