import type { ToolOutcome } from '@haft/core';
import type { Call } from './call.js';

/** Step 8, for `@Cached` tools; for all others, what comes after it. */
export function throughCache(call: Call, make: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  const { cached } = call.state.planned.tool.policy;
  return cached === undefined ? make() : call.run.runtime.cache.through(call, cached, make);
}
