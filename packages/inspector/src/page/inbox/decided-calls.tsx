import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ToldFailure } from '@haft/core/report';
import { Status } from '../calls/status.js';
import { Diff } from '../parts/diff.js';
import { runLink } from '../runs/run-link.js';
import { calls } from '../state.js';
import type { Json, PendingCall } from '../types.js';
import { ASKS_AGAIN } from './decision-panel.js';

/** A call that this page decided, and its end. */
export interface Decided {
  readonly key: string;
  readonly call: PendingCall;
  /** The arguments that the person changed. */
  readonly accepted: Json | undefined;
  readonly status: string;
  readonly failure: ToldFailure | undefined;
  readonly text: string;
  /** Whether the decision led to another request. */
  readonly isAskingAgain: boolean;
}

/** The calls that this page decided, the latest first. They stay while the page is open. */
export const decidedCalls = signal<readonly Decided[]>([]);

/** The ends of the decided calls. The list has the focus after a decision, because the button is gone. */
export function DecidedList() {
  const list = useRef<HTMLUListElement>(null);
  const { length } = decidedCalls.value;
  const before = useRef(length);
  useEffect(() => {
    if (length > before.current) list.current?.focus();
    before.current = length;
  }, [length]);
  if (length === 0) return null;
  return (
    <ul class="waiting" aria-label="Decided calls" tabIndex={-1} ref={list}>
      {decidedCalls.value.map((one) => (
        <li key={one.key}>
          <DecidedCall decided={one} />
        </li>
      ))}
    </ul>
  );
}

function DecidedCall({ decided }: { readonly decided: Decided }) {
  const { call, accepted, status, failure, text, isAskingAgain } = decided;
  const own = calls.value.find(({ callId, runId }) => callId === call.callId && runId === call.runId);
  const href = own === undefined ? runLink(call) : `#/calls/${own.number}`;
  return (
    <>
      <Status status={status} failure={failure} /> <b>{call.tool}</b>{' '}
      <a href={href}>{own === undefined ? 'its run' : `call ${own.number}`}</a>
      {accepted !== undefined && <Diff before={call.arguments} after={accepted} />}
      {isAskingAgain ? (
        <p class="notice">{ASKS_AGAIN}</p>
      ) : (
        <>
          <h3>What the model reads</h3>
          <pre class="said" tabIndex={0}>
            {text}
          </pre>
        </>
      )}
    </>
  );
}
