import type { InterceptedCall, Next, RunContext, ToolOutcome, ValueKeepingInterceptor } from '@haft/core';

/** Writes the text for arguments that are not a plan. */
export class PlanRefusal implements ValueKeepingInterceptor {
  /** Around the check of the arguments. */
  readonly around = 'call';

  /** Changes the text of a refusal. The text of the tool itself stays. */
  async intercept<Value>({ run, definition }: InterceptedCall, next: Next<Value>): Promise<ToolOutcome<Value>> {
    const outcome = await next();
    if (outcome.status !== 'retry' || wereEntered.has(run)) return outcome;
    const { name } = definition;
    const reason = outcome.text.replace(`Tool call validation failed for tool '${name}':`, '');
    return { ...outcome, text: `invalid ${name} args:${reason.startsWith('\n') ? '' : ' '}${reason}` };
  }
}

const wereEntered = new WeakSet<RunContext>();

/** Notes that the arguments of a call are a plan. */
export function noteEntered(run: RunContext): void {
  wereEntered.add(run);
}
