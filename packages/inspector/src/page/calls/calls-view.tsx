import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { callState } from '@haft/core/report';
import { runKey } from '../../history/run-name.js';
import { get } from '../api.js';
import { FindInput, NothingFound } from '../parts/find-input.js';
import { Diff } from '../parts/diff.js';
import { CopyButton, saveFile } from '../parts/copy-button.js';
import { countText } from '../parts/number-text.js';
import { RowList } from '../parts/row-list.js';
import { Split } from '../parts/split.js';
import { clock, duration } from '../parts/times.js';
import { useFirst } from '../parts/use-first.js';
import { useLoaded } from '../parts/use-loaded.js';
import { runLink } from '../runs/run-link.js';
import { calls, go, project, query, route } from '../state.js';
import { wordsOf } from '../tools/tool-groups.js';
import type { CallDetail, CallRow, Json } from '../types.js';
import { callLines, keyOfLine, type InnerLine } from './call-lines.js';
import { InnerCallsOf } from './inner-calls.js';
import { CallRowLink } from './call-row-link.js';
import { callCommand, toolLink, toolPath } from './call-texts.js';
import { NoCalls } from './no-calls.js';
import { OutcomeView } from './outcome-view.js';
import { SentView } from './sent-view.js';
import { statusText } from './status.js';
import { Steps } from './steps.js';

/** All calls of the process, the latest first, and one of them. */
export function CallsView() {
  const asked = useSignal('');
  const [, linked, , other] = route.value;
  const shown = query.value.get('show');
  const kind = useSignal<keyof typeof KINDS>('all');
  useLayoutEffect(() => {
    // A link to a kind of calls, such as that of Start. A link to a call keeps the kind.
    if (isKind(shown)) kind.value = shown;
  }, [shown]);
  /** Whether a person opened or closed the inner calls of a call. */
  const opened = useSignal<ReadonlyMap<number, boolean>>(new Map());
  const words = wordsOf(asked.value);
  const ofKind = calls.value.filter(KINDS[kind.value].includes);
  // It stays when newer calls come, because a person reads it.
  const newest = useFirst((ofKind.find(({ parent }) => parent === undefined) ?? ofKind[0])?.number, kind.value);
  const number = linked === undefined ? newest : Number(linked);
  const found = ofKind.filter((row) => words.every((word) => textOf(row).includes(word)));
  return (
    <Split
      isOpen={linked !== undefined}
      side={
        <section class="side" aria-label="Calls">
          <FindInput things="calls" by="name, status, text, user" asked={asked} />
          <p class="quiet" role="status">
            {found.length} of {calls.value.length} calls
          </p>
          <p class="actions">
            <select
              aria-label="Calls to show"
              value={kind.value}
              onChange={(event) => void (kind.value = event.currentTarget.value as keyof typeof KINDS)}
            >
              {Object.entries(KINDS).map(([key, { title }]) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
            </select>
            <button
              class="small"
              type="button"
              disabled={found.length === 0}
              onClick={() => {
                saveFile('inspector-calls.jsonl', found.map((row) => `${JSON.stringify(row)}\n`).join(''));
              }}
            >
              export
            </button>
          </p>
          <RowList
            label="Calls"
            items={callLines(found, opened.value, number)}
            keyOf={keyOfLine}
            current={number}
            row={(line) =>
              'row' in line ? (
                <CallRowLink row={line.row} isCurrent={line.row.number === number} />
              ) : (
                <InnerToggle
                  line={line}
                  onToggle={() => {
                    opened.value = new Map(opened.value).set(line.outer.number, !line.isOpen);
                  }}
                />
              )
            }
          />
          {found.length === 0 && calls.value.length > 0 && (
            <NothingFound
              thing="call"
              onShowAll={() => {
                asked.value = '';
                kind.value = 'all';
              }}
            />
          )}
        </section>
      }
    >
      <section class="content" aria-label="Call">
        {number === undefined ? (
          calls.value.length === 0 && <NoCalls />
        ) : (
          <CallDetailView key={number} number={number} other={other === undefined ? undefined : Number(other)} />
        )}
      </section>
    </Split>
  );
}

/** Opens and closes the inner calls of a call. */
function InnerToggle({ line, onToggle }: { readonly line: InnerLine; readonly onToggle: () => void }) {
  return (
    <button class="row toggle" type="button" data-row aria-expanded={line.isOpen} onClick={onToggle}>
      {line.isOpen ? '▾' : '▸'} {countText(line.count, 'inner call')} of {line.outer.tool}
    </button>
  );
}

/** The calls that the list can show. */
const KINDS = {
  all: { title: 'all calls', includes: () => true },
  model: { title: 'without inner calls', includes: ({ parent }: CallRow) => parent === undefined },
  wrong: {
    title: 'calls with a problem',
    includes: (row: CallRow) => !FINE.has(callState(row)),
  },
} as const;
const FINE: ReadonlySet<string> = new Set(['success', 'running', 'deferred']);

function isKind(name: string | null): name is keyof typeof KINDS {
  return name !== null && Object.hasOwn(KINDS, name);
}

function CallDetailView({ number, other }: { readonly number: number; readonly other: number | undefined }) {
  const row = calls.value.find((one) => one.number === number);
  const loaded = useLoaded(() => get<CallDetail>(`calls/${number}`), [number, row?.status]);
  const { value: call, problem } = loaded.value;
  if (problem !== undefined)
    return (
      <p class="notice bad">
        {problem} <a href="#/calls">All calls</a>
      </p>
    );
  if (call === undefined) return <p class="empty">Reading the call...</p>;
  const inner = calls.value.filter((one) => one.parent === call.callId && runKey(one) === runKey(call));
  const isTool = project.value?.tools.some(({ name }) => name === call.tool) === true;
  return (
    <article>
      <a class="back" href="#/calls">
        All calls
      </a>
      <h2>{isTool ? <a href={toolPath(call.tool)}>{call.tool}</a> : call.tool}</h2>
      <p class="quiet">
        {clock(call.startedAt)}, {call.ms === undefined ? 'in progress' : duration(call.ms)}, run{' '}
        <a href={runLink(call)}>{call.runId}</a>
        {call.userId !== undefined && ` of ${call.userId}`}, call {call.callId}
        {call.parent !== undefined && <Parent call={call} parent={call.parent} />}
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
        <CopyButton title="copy JSON" text={() => JSON.stringify(call.sent ?? {}, null, 2)} />
        <CopyButton title="copy haft call" text={() => callCommand(call.tool, call.sent)} />
        <CopyButton title="copy link" text={() => location.href} />
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
                  {one.number} {statusText(one)}
                </option>
              ))}
          </select>
        </label>
      </p>
      {other !== undefined && <Comparison call={call} other={other} />}
      {call.error !== undefined && <p class="notice bad">{call.error}</p>}
      <h3>Sent</h3>
      <SentView call={call} />
      {inner.length > 0 && <InnerCallsOf call={call} rows={inner} />}
      {call.arguments !== undefined && JSON.stringify(call.arguments) !== JSON.stringify(call.sent) && (
        <>
          <h3>Accepted</h3>
          <Diff before={call.sent ?? null} after={call.arguments} />
        </>
      )}
      {call.outcome === undefined ? (
        <Steps call={call} />
      ) : (
        <OutcomeView
          outcome={call.outcome}
          number={number}
          canDecide={call.canDecide === true}
          isInner={call.parent !== undefined}
        />
      )}
    </article>
  );
}

/** The call that made a call, with a link if the page has it. */
function Parent({ call, parent }: { readonly call: CallRow; readonly parent: string }) {
  const row = calls.value.find((one) => one.callId === parent && runKey(one) === runKey(call));
  return <>, made by {row === undefined ? parent : <a href={`#/calls/${row.number}`}>{row.tool}</a>}</>;
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
  location.hash = toolLink(call.tool, call.sent);
}

function textOf({ tool, text, runId, callId, userId = '', ...row }: CallRow): string {
  return `${tool} ${statusText(row)} ${text} ${runId} ${callId} ${userId}`.toLowerCase();
}
