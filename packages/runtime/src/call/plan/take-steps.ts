import type { ToolOutcome } from '@haft/core';
import { stepChannel } from '../../events/step-channel.js';
import type { Call } from '../call.js';
import { finishCall, putInFlight, rejectCall } from '../finish-call.js';
import { markStep } from '../mark-step.js';
import { execute } from '../steps/10-execute.js';
import { planOf } from './call-plan.js';
import { answerLater, promisedAnswer } from './receivers.js';
import type { Answer, Receiver, Rest, Step } from './step.js';

/** Takes steps 3 to 12 of a call, and answers it. Never throws. */
export function callTool(call: Call): void {
  try {
    takeSteps(call, planOf(call), 0, CALLER);
  } catch (error) {
    rejectCall(call, error);
  }
}

const CALLER: Receiver = { answer: finishCall, reject: rejectCall };

/**
 * Takes the steps of a plan from a position on, then executes the tool. It waits only if a step
 * does. From then on, the deadline and the run can answer the call. Never throws.
 */
export function takeSteps(call: Call, plan: readonly Step[], from: number, receiver: Receiver): void {
  const isWatched = stepChannel.hasSubscribers;
  try {
    // Functions for rare cases are separate: V8 would make the variables of a closure each time.
    for (let index = from; index < plan.length; index++) {
      const step = plan[index] as Step;
      if (isWatched) markStep(call, step.names[0]);
      if (step.around !== undefined) {
        putInFlight(call);
        answerLater(call, step.around(call, new RestOfSteps(call, plan, index + 1)), receiver);
        return;
      }
      if (step.runsCode === true) putInFlight(call);
      const answer = step.run(call);
      if (answer === undefined) continue;
      if (answer instanceof Promise) goOnLater(call, answer, { plan, next: index + 1, receiver });
      else receiver.answer(call, answer);
      return;
    }
  } catch (error) {
    receiver.reject(call, error);
    return;
  }
  execute(call, receiver);
}

/** A position in the steps of a call. */
interface Place {
  readonly plan: readonly Step[];
  readonly next: number;
  readonly receiver: Receiver;
}

function goOnLater(call: Call, answer: Promise<Answer>, { plan, next, receiver }: Place): void {
  putInFlight(call);
  answer.then(
    (outcome) => {
      if (outcome !== undefined) receiver.answer(call, outcome);
      else if (call.stopped !== undefined) receiver.reject(call, call.stopped);
      else takeSteps(call, plan, next, receiver);
    },
    (error: unknown) => {
      receiver.reject(call, error);
    },
  );
}

class RestOfSteps implements Rest {
  constructor(
    private readonly call: Call,
    private readonly plan: readonly Step[],
    private readonly next: number,
  ) {}

  take(): Promise<ToolOutcome> {
    const { call, plan, next } = this;
    return promisedAnswer((receiver) => {
      takeSteps(call, plan, next, receiver);
    });
  }

  async accept(args: unknown): Promise<Answer> {
    const { call, plan } = this;
    call.sent = args;
    call.sending = { ...call.sending, isWrittenByCode: true };
    for (const step of plan) {
      if (step.accepts !== true || step.around !== undefined) continue;
      markStep(call, step.names[0]);
      const answer = await step.run(call);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}
