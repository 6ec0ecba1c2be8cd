import { useSignal } from '@preact/signals';
import { get } from '../api.js';
import { Diff } from '../parts/diff.js';
import { JsonView } from '../parts/json-view.js';
import { RowList } from '../parts/row-list.js';
import { clock, duration } from '../parts/times.js';
import { useLoaded } from '../parts/use-loaded.js';
import { runLink } from '../runs/run-link.js';
import { calls, go, route } from '../state.js';
import type { CallDetail, CallRow, Json } from '../types.js';
import { OutcomeView } from './outcome-view.js';
import { Steps } from './steps.js';

/** All calls of the process, the latest first, and one of them. */
export function CallsView() {
  const asked = useSignal('');
  const [, number, , other] = route.value;
  const words = asked.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found =
    words.length === 0 ? calls.value : calls.value.filter((row) => words.every((word) => textOf(row).includes(word)));
  return (
    <div class={number === undefined ? 'split' : 'split open'}>
      <section class="side" aria-label="Calls">
        <input
          type="search"
          aria-label="Find calls"
          placeholder="Find calls: name, status, text, user"
          value={asked.value}
          onInput={(event) => void (asked.value = event.currentTarget.value)}
        />
        <p class="quiet" role="status">
          {found.length} of {calls.value.length} calls{' '}
          <button
            class="small"
            type="button"
            disabled={found.length === 0}
            onClick={() => {
              save(found);
            }}
          >
            export
          </button>
        </p>
        <RowList
          label="Calls"
          items={found}
          keyOf={(row) => row.number}
          row={(row) => <Row row={row} current={Number(number)} />}
        />
      </section>
      <section class="content" aria-label="Call">
        {number === undefined ? (
          <p class="empty">Choose a call.</p>
        ) : (
          <CallDetailView
            key={number}
            number={Number(number)}
            other={other === undefined ? undefined : Number(other)}
          />
        )}
      </section>
    </div>
  );
}

function Row({ row, current }: { readonly row: CallRow; readonly current: number }) {
  return (
    <a href={`#/calls/${row.number}`} aria-current={row.number === current ? 'true' : undefined} class="row">
      <span class={`status ${row.status}`}>{row.status}</span>
      <b>{row.tool}</b>
      <span class="quiet">{row.isCached ? 'cached' : row.ms === undefined ? '' : duration(row.ms)}</span>
      <span class="said">{row.text}</span>
    </a>
  );
}

function CallDetailView({ number, other }: { readonly number: number; readonly other: number | undefined }) {
  const row = calls.value.find((one) => one.number === number);
  const loaded = useLoaded(() => get<CallDetail>(`calls/${number}`), [number, row?.status]);
  const { value: call, problem } = loaded.value;
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  if (call === undefined) return <p class="empty">Reading the call...</p>;
  return (
    <article>
      <a class="back" href="#/calls">
        All calls
      </a>
      <h2>
        <a href={`#/tools/${encodeURIComponent(call.tool)}`}>{call.tool}</a>
      </h2>
      <p class="quiet">
        {clock(call.startedAt)}, {call.ms === undefined ? 'in progress' : duration(call.ms)}, run{' '}
        <a href={runLink(call)}>{call.runId}</a>
        {call.userId !== undefined && ` of ${call.userId}`}, call {call.callId}
        {call.parent !== undefined && `, made by ${call.parent}`}
      </p>
      <p class="actions">
        <button
          class="small"
          type="button"
          onClick={() => {
            repeat(call);
          }}
        >
          edit and repeat
        </button>
        <label>
          Compare with call{' '}
          <select
            value={other ?? ''}
            onChange={(event) => {
              go(`/calls/${number}/with/${event.currentTarget.value}`);
            }}
          >
            <option value="">none</option>
            {calls.value
              .filter((one) => one.tool === call.tool && one.number !== number)
              .slice(0, 50)
              .map((one) => (
                <option key={one.number} value={one.number}>
                  {one.number} {one.status}
                </option>
              ))}
          </select>
        </label>
      </p>
      {other !== undefined && <Comparison call={call} other={other} />}
      {call.error !== undefined && <p class="notice bad">{call.error}</p>}
      <h3>Sent</h3>
      <JsonView value={call.sent} label="Sent arguments" />
      {call.arguments !== undefined && JSON.stringify(call.arguments) !== JSON.stringify(call.sent) && (
        <>
          <h3>Accepted</h3>
          <Diff before={call.sent ?? null} after={call.arguments} />
        </>
      )}
      {call.outcome === undefined ? (
        <Steps call={call} />
      ) : (
        <OutcomeView outcome={call.outcome} number={number} canDecide={call.canDecide === true} />
      )}
    </article>
  );
}

function Comparison({ call, other }: { readonly call: CallDetail; readonly other: number }) {
  const loaded = useLoaded(() => get<CallDetail>(`calls/${other}`), [other]);
  const { value, problem } = loaded.value;
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  if (value === undefined) return null;
  return (
    <section aria-label="Comparison">
      <h3>
        From call {other} to call {call.number}
      </h3>
      <Diff before={compared(value)} after={compared(call)} />
    </section>
  );
}

function compared({ sent, outcome, error }: CallDetail): Json {
  const { status, text, value } = outcome ?? { status: 'rejected', text: error ?? '' };
  return { sent: sent ?? null, status, text, value: value ?? null };
}

function repeat(call: CallDetail): void {
  const { sent } = call;
  sessionStorage.setItem(
    `haft-draft-${call.tool}`,
    typeof sent === 'string' ? sent : JSON.stringify(sent ?? {}, null, 2),
  );
  go(`/tools/${encodeURIComponent(call.tool)}`);
}

/** Saves rows as a file of JSON lines. */
function save(rows: readonly CallRow[]): void {
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  link.download = 'calls.jsonl';
  link.click();
  URL.revokeObjectURL(link.href);
}

function textOf({ tool, status, text, runId, callId, userId = '' }: CallRow): string {
  return `${tool} ${status} ${text} ${runId} ${callId} ${userId}`.toLowerCase();
}
