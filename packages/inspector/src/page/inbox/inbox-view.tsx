import { useSignal } from '@preact/signals';
import { toldFailure } from '@haft/core/report';
import { get, post } from '../api.js';
import { toolPath } from '../calls/call-texts.js';
import { JsonView } from '../parts/json-view.js';
import { useLoaded } from '../parts/use-loaded.js';
import { calls, countWaiting, messageOf, preset, project } from '../state.js';
import type { Json, Outcome, PendingCall } from '../types.js';
import { decidedCalls, DecidedList, type Decided } from './decided-calls.js';
import { asksAgain, DecisionPanel } from './decision-panel.js';

/** The calls that wait: those of the ledger, of any process, and those of this one. */
export function InboxView() {
  const turn = useSignal(0);
  const waiting = calls.value.filter(({ status }) => status === 'deferred').length;
  const loaded = useLoaded(
    () => get<{ calls: readonly PendingCall[]; next?: string }>('pending?limit=100'),
    [turn.value, waiting],
  );
  const readAgain = () => {
    turn.value += 1;
  };
  const onDecided = (one: Decided): void => {
    decidedCalls.value = [one, ...decidedCalls.value];
    void countWaiting();
    readAgain();
  };
  const { value, problem } = loaded.value;
  return (
    <section class="content inbox" aria-label="Inbox">
      <h2>What waits</h2>
      <p class="actions">
        <button class="small" type="button" onClick={readAgain}>
          read again
        </button>
      </p>
      <DecidedList />
      {problem !== undefined && <p class="notice bad">{problem}</p>}
      {project.value?.hasLedger === false && (
        <p class="quiet">
          The runtime has no ledger, so that only calls of this process wait. Decide them in the list of calls.
        </p>
      )}
      {value?.calls.length === 0 && project.value?.hasLedger === true && decidedCalls.value.length === 0 && (
        <NothingWaits />
      )}
      <ul class="waiting">
        {value?.calls.map((call) => (
          <li key={call.key}>
            <Waiting call={call} onDecided={onDecided} />
          </li>
        ))}
      </ul>
      {value?.next !== undefined && <p class="quiet">More calls wait behind these.</p>}
      {project.value?.hasLedger === false && <Local />}
    </section>
  );
}

/** Says which calls wait here. */
function NothingWaits() {
  const asking = project.value?.tools.find(({ mayWaitFor, isHidden }) => mayWaitFor.length > 0 && !isHidden);
  return (
    <p class="empty">
      No call waits for a person. Calls wait here that need an approval or an answer: those of tools with{' '}
      <code>@RequiresApproval()</code>, and of tools that throw <code>ApprovalRequired</code>.
      {asking !== undefined && (
        <>
          {' '}
          To see one, call <a href={toolPath(asking.name)}>{asking.name}</a>.
        </>
      )}
    </p>
  );
}

/** The calls of this process that asked, with links. */
function Local() {
  const own = calls.value.filter(({ status }) => status === 'deferred').slice(0, 100);
  if (own.length === 0) return <NothingWaits />;
  return (
    <>
      <h3>Calls of this process that asked</h3>
      <ul>
        {own.map(({ number, tool, text }) => (
          <li key={number}>
            <a href={`#/calls/${number}`}>
              {tool} {number}
            </a>{' '}
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

function Waiting({ call, onDecided }: { readonly call: PendingCall; readonly onDecided: (decided: Decided) => void }) {
  const problem = useSignal<string | undefined>(undefined);
  const isDisabled = project.value?.may.decide === false;
  const decide = async (given: Json): Promise<void> => {
    const decision = given === true ? { kind: 'approve' } : given === false ? { kind: 'deny' } : given;
    try {
      // Its run has the dependencies of the preset, unless the host gives others.
      const path = `pending/${encodeURIComponent(call.key)}/decision?preset=${encodeURIComponent(preset.value)}`;
      const request: { request?: string } = call.request === undefined ? {} : { request: call.request.id };
      const { outcome } = await post<{ outcome: Outcome }>(path, { decision, ...request });
      onDecided({
        key: request.request ?? call.key,
        call,
        accepted:
          decision !== null && typeof decision === 'object' && 'arguments' in decision ? decision.arguments : undefined,
        status: outcome.status,
        failure: toldFailure(outcome),
        text: outcome.text,
        isAskingAgain: asksAgain(outcome),
      });
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  return (
    <article>
      <h3>
        {call.tool}{' '}
        <span class="tag wait">
          {call.state === 'unknown_outcome' ? 'unknown end' : (call.request?.kind ?? call.state)}
        </span>
      </h3>
      <p class="quiet">
        since {new Date(call.createdAt).toLocaleString()}
        {call.userId !== undefined && `, user ${call.userId}`}
        {call.tenantId !== undefined && `, tenant ${call.tenantId}`}, run {call.runId}
      </p>
      {call.request === undefined || call.state === 'unknown_outcome' ? (
        <>
          <JsonView value={call.arguments} label="Arguments" />
          <p>It is not known whether the call took effect.</p>
          <p class="actions">
            <button type="button" disabled={isDisabled} onClick={() => void decide({ kind: 'again' })}>
              Call again
            </button>
            <button type="button" disabled={isDisabled} onClick={() => void decide({ kind: 'done', value: null })}>
              It took effect
            </button>
            <button type="button" disabled={isDisabled} onClick={() => void decide({ kind: 'deny' })}>
              Deny
            </button>
          </p>
        </>
      ) : (
        <DecisionPanel request={call.request} onDecide={decide} />
      )}
      {problem.value !== undefined && <p class="notice bad">{problem.value}</p>}
    </article>
  );
}
