import { useEffect, useRef } from 'preact/hooks';
import { callState } from '@haft/core/report';
import { PROBLEMS } from '../../history/call-state.js';
import { Status } from '../calls/status.js';
import { duration } from '../parts/times.js';
import type { CallRow } from '../types.js';

/** The calls of a run as bars on one scale: parallel calls stand below each other. */
export function TimeLine({ calls }: { readonly calls: readonly CallRow[] }) {
  const list = useRef<HTMLOListElement>(null);
  const start = Math.min(...calls.map(({ startedAt }) => startedAt));
  const end = Math.max(...calls.map(({ startedAt, ms = 0 }) => startedAt + ms), start + 1);
  useEffect(() => {
    // Set by script: a style attribute would break the policy of the page.
    for (const bar of list.current?.querySelectorAll<HTMLElement>('[data-from]') ?? []) {
      bar.style.marginLeft = `${bar.dataset['from'] ?? 0}%`;
      bar.style.width = `${bar.dataset['width'] ?? 1}%`;
    }
  });
  if (calls.length === 0) return <p class="quiet">No calls yet. They appear here while they happen.</p>;
  const share = (ms: number): string => ((ms / (end - start)) * 100).toFixed(2);
  return (
    <ol class="line" ref={list} aria-label={`Calls in ${duration(end - start)}`}>
      {calls.map(({ number, tool, status, failure, startedAt, ms = end - startedAt, parent }) => (
        <li key={number} class={parent === undefined ? undefined : 'inner'}>
          <a data-row href={`#/calls/${number}`}>
            {tool} <span class="quiet">{duration(ms)}</span>{' '}
            {callState({ status, failure }) in PROBLEMS && <Status status={status} failure={failure} />}
          </a>
          <span class="track">
            <span
              class={`bar ${callState({ status, failure })}`}
              data-from={share(startedAt - start)}
              data-width={share(Math.max(ms, (end - start) / 200))}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}
