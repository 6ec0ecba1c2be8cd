import type { RunContext } from '@haft/core';

/** Returns the id of the inner call of a step. It is the same when the plan is entered again. */
export function innerCallId({ callId }: RunContext<never>, { id }: { readonly id: string }): string {
  return `plan_${callId}_${id}`;
}
