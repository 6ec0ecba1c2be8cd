import { now } from '../events/now.js';
import { stepChannel, type StepMessage, type StepName } from '../events/step-channel.js';
import type { Call } from './call.js';

/** Publishes the begin of a step, if the channel has a subscriber. A trial has no steps. */
export function markStep({ run, id: callId, counting }: Call, step: StepName | undefined): void {
  if (!stepChannel.hasSubscribers || step === undefined || counting.isTrial === true) return;
  const { runtime, id: runId, options } = run;
  const { userId, tenantId } = options;
  stepChannel.publish({ runtime, runId, userId, tenantId, callId, step, at: now() } satisfies StepMessage);
}
