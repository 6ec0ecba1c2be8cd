import { now } from '../events/now.js';
import { stepChannel, type StepMessage, type StepName } from '../events/step-channel.js';
import type { Call } from './call.js';
import type { Step } from './steps/step.js';

/** Publishes that a step of a call begins, if the channel has a subscriber. */
export function markStep({ run, id: callId }: Call, step: StepName): void {
  if (!stepChannel.hasSubscribers) return;
  stepChannel.publish({ runtime: run.runtime, runId: run.id, callId, step, at: now() } satisfies StepMessage);
}

/** Returns the steps of a chain. If the channel has a subscriber, each step is published first. */
export function markedSteps(chain: Chain): readonly Step[] {
  if (!stepChannel.hasSubscribers) return chain.steps;
  return chain.names.map((name, index): Step => {
    const step = chain.steps[index] as Step;
    return (state, next) => {
      markStep(state.call, name);
      return step(state, next);
    };
  });
}

/** Steps in their order, and their names. */
export interface Chain {
  readonly steps: readonly Step[];
  readonly names: readonly StepName[];
}

/** Returns a chain of steps by name: a bundler may rename functions, but not properties. */
export function chainOf(steps: Readonly<Partial<Record<StepName, Step>>>): Chain {
  return { steps: Object.values(steps), names: Object.keys(steps) as StepName[] };
}
