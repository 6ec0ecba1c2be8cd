import type { ToolOutcome } from '@haft/core';
import { aroundCall } from './around/around.js';
import type { Call } from './call.js';
import { CHAINS } from './chain.js';
import { askedBefore } from './ledger/asked-before.js';
import { enterGates } from './enter-gates.js';
import { finishCall, putInFlight, rejectCall } from './finish-call.js';
import { markedSteps, markStep } from './mark-step.js';
import { takeSteps } from './steps/step.js';

/** Takes a call through the gates, the interceptors and a chain of steps, and answers it. */
export function runChain(call: Call): void {
  putInFlight(call);
  outcomeOf(call).then(
    (outcome) => {
      finishCall(call, outcome);
    },
    (error: unknown) => {
      rejectCall(call, error);
    },
  );
}

async function outcomeOf(call: Call): Promise<ToolOutcome> {
  const { usual, inWorker, remote } = CHAINS;
  // Step 3 answers it. Interceptors do not see a call that the model did not finish.
  if (call.optional.isTruncated === true) return takeSteps(markedSteps(usual), { call, sent: call.sent });
  const facts = call.run.factsFromOutside;
  if (facts !== undefined) {
    call.setOptional({ input: facts.input });
    if (facts.remote === undefined) return takeSteps(markedSteps(inWorker), { call, sent: call.sent });
    call.setOptional({ grant: facts.remote.granted });
    await loadChecks(call);
    return takeSteps(markedSteps(remote), { call, sent: call.sent });
  }
  markStep(call, 'gates');
  const refused = await enterGates(call);
  if (refused !== undefined) return refused;
  await loadChecks(call);
  markStep(call, 'interceptors');
  const outcome = await aroundCall(call, (sent) => takeSteps(markedSteps(usual), { call, sent }));
  const { ledger } = call.run.runtime;
  if (outcome.status !== 'deferred' || ledger === undefined || call.answered) return outcome;
  return (await askedBefore(call, ledger, outcome)) ?? outcome;
}

/** Imports the checks of the tool's module, before an interceptor reads the arguments. */
async function loadChecks(call: Call): Promise<void> {
  const { planned } = call.state;
  const { emitted } = planned.tool.check;
  if (emitted?.isComing !== true) return;
  await emitted.load();
  if (call.stopped !== undefined) throw call.stopped;
  planned.keepWarm();
}
