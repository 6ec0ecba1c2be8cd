import { duration } from '../parts/times.js';
import type { CallRow } from '../types.js';

/** A call as one line, which opens it. */
export function CallRowLink({ row, isCurrent }: { readonly row: CallRow; readonly isCurrent: boolean }) {
  const { number, status, tool, ms, isCached, text, problem } = row;
  return (
    <a href={`#/calls/${number}`} aria-current={isCurrent ? 'true' : undefined} class="row" data-row>
      <span class={`status ${problem === undefined ? status : 'retry'}`}>{status}</span>
      <b>{tool}</b>
      <span class="quiet">{isCached ? 'cached' : ms === undefined ? '' : duration(ms)}</span>
      <span class="said">{problem ?? text}</span>
    </a>
  );
}
