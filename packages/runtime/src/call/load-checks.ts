import type { Call } from './call.js';

/** Imports the checks of the tool's module, before an interceptor reads the arguments. */
export async function loadChecks(call: Call): Promise<void> {
  const { planned } = call.state;
  const { emitted } = planned.tool.check;
  if (emitted?.isComing !== true) return;
  await emitted.load();
  if (call.stopped !== undefined) throw call.stopped;
  planned.keepWarm();
}
