import { callState } from '@haft/core/report';
import type { Ending } from '../../history/call-state.js';

/** How a call ended. `success` is not said if its program, command or plan failed. */
export function Status(ending: Ending) {
  return <span class={`status ${callState(ending)}`}>{statusText(ending)}</span>;
}

/** Returns the end of a call as text. A model tries again, and a page does not: `to correct`. */
export function statusText({ status, failure }: Ending): string {
  return failure?.title ?? (status === 'retry' ? 'to correct' : status);
}

/** Returns the number of calls in each state. */
export function countStates(calls: readonly Ending[]): (state: string) => number {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(callState(call), (counts.get(callState(call)) ?? 0) + 1);
  return (state) => counts.get(state) ?? 0;
}
