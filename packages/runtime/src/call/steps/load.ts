import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { loadLazy } from '../load-lazy.js';
import { canEncode } from '../outcome/encode-result.js';
import type { PlainStep } from '../plan/step.js';

/**
 * Loads code that the tool needs: the emitted checks of its module before an interceptor reads the
 * arguments, and the check of results, since a result is encoded as soon as the method returns.
 */
export const load: PlainStep = {
  names: [],
  routes: ['usual', 'full', 'thread', 'remote'],
  needed: ({ tool, checksResults }) => tool.check.emitted !== undefined || checksResults,
  run: (call) => (isLoaded(call) ? undefined : loadFor(call)),
};

function isLoaded(call: Call): boolean {
  return call.state.planned.tool.check.emitted?.isComing !== true && canEncode(call);
}

async function loadFor(call: Call): Promise<ToolOutcome | undefined> {
  if (!canEncode(call)) await loadLazy();
  await call.state.planned.tool.check.emitted?.load();
  return undefined;
}
