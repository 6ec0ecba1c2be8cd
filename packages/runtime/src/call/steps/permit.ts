import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { kindAndName } from '@haft/core/internal';
import { denied } from '../outcome/denied.js';
import type { PlainStep } from '../plan/step.js';
import { isLimited } from '@haft/compose/internal';

/**
 * Denies a call that waited, for an approval, in a queue or in another process, if its user may no
 * longer call the tool. Step 1 asked for all other calls.
 */
export const permit: PlainStep = {
  names: [],
  routes: ['usual', 'full', 'remote'],
  needed: ({ tool }) => tool.settings.requires !== undefined || tool.visibility !== undefined,
  runsCode: true,
  run: (call) => (hasToAsk(call) ? permitWaiting(call) : undefined),
};

function hasToAsk({ origin, state }: Call): boolean {
  return origin.isPermitted !== true && isLimited(state.planned.tool);
}

async function permitWaiting(call: Call): Promise<ToolOutcome | undefined> {
  if (await call.run.toolbox.permits(call.state)) return undefined;
  const { name } = kindAndName(call.name);
  return denied(call, `'${name}' is not allowed for its user any longer. Nothing was done.`);
}
