import type { ToldFailure } from '../../history/told-failure.js';
import type { CallRow } from '../types.js';

type Ending = Pick<CallRow, 'status' | 'failure'>;

/** How a call ended. `success` is not said if its program, command or plan failed. */
export function Status({ status, failure }: { readonly status: string; readonly failure: ToldFailure | undefined }) {
  return <span class={`status ${statusClass(status, failure)}`}>{failure?.title ?? status}</span>;
}

/** Returns the name of the colour. */
export function statusClass(status: string, failure: ToldFailure | undefined): string {
  return failure === undefined ? status : 'retry';
}

/** Returns the end of a call as text. */
export function statusText({ status, failure }: Ending): string {
  return failure?.title ?? status;
}
