import { duration } from '../parts/times.js';
import type { CallRow } from '../types.js';
import { Status } from './status.js';

/** A call as one line, which opens it. */
export function CallRowLink({ row, isCurrent }: { readonly row: CallRow; readonly isCurrent: boolean }) {
  const { number, status, tool, ms, isCached, text, failure, parent } = row;
  return (
    <a href={`#/calls/${number}`} aria-current={isCurrent ? 'true' : undefined} class="row" data-row>
      <Status status={status} failure={failure} />
      <b>
        {parent !== undefined && (
          <span role="img" aria-label="inner call">
            ↳
          </span>
        )}{' '}
        {tool}
      </b>
      <span class="quiet">{isCached ? 'cached' : ms === undefined ? '' : duration(ms)}</span>
      <span class="said">{failure?.problem ?? text}</span>
    </a>
  );
}
