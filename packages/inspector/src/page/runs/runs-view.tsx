import { useSignal } from '@preact/signals';
import { runKey, type RunName } from '../../history/run-name.js';
import { get } from '../api.js';
import { callState } from '@haft/core/report';
import { PROBLEMS } from '../../history/call-state.js';
import { countStates } from '../calls/status.js';
import { FindInput, NothingFound } from '../parts/find-input.js';
import { RowList } from '../parts/row-list.js';
import { Split } from '../parts/split.js';
import { clock, duration } from '../parts/times.js';
import { useFirst } from '../parts/use-first.js';
import { useLoaded } from '../parts/use-loaded.js';
import { calls, project, route, runs } from '../state.js';
import type { CallRow, RunRow } from '../types.js';
import { Conversation } from './conversation.js';
import { LedgerCalls } from './ledger-calls.js';
import { runLink, runOfLink } from './run-link.js';
import { TimeLine } from './time-line.js';

const NO_RUNS = Promise.resolve({ runs: [] });

/** The runs of the process, and the time line of one. */
export function RunsView() {
  const asked = useSignal('');
  const linked = runOfLink(route.value.slice(1));
  const hasLedger = project.value?.hasLedger === true;
  const inLedger = useLoaded(() => (hasLedger ? get<{ runs: readonly RunRow[] }>('ledger') : NO_RUNS), [hasLedger]);
  const others = inLedger.value.value?.runs.filter((run) => !runs.value.has(runKey(run))) ?? [];
  const all = [...runs.value.values(), ...others].sort((a, b) => b.startedAt - a.startedAt);
  const newest = useFirst(all[0]);
  const chosen = linked === undefined ? newest : isOwned(linked) ? linked : (onlyOne(all, linked.runId) ?? linked);
  const id = chosen && runKey(chosen);
  const ofRuns = Map.groupBy(calls.value, runKey);
  const isElsewhere = (run: RunRow): boolean => !runs.value.has(runKey(run));
  const word = asked.value.toLowerCase();
  const found = all.filter(({ runId, userId = '', tenantId = '' }) =>
    `${runId} ${userId} ${tenantId}`.toLowerCase().includes(word),
  );
  return (
    <Split
      isOpen={linked !== undefined}
      side={
        <section class="side" aria-label="Runs">
          <FindInput things="runs" by="id, user, tenant" asked={asked} />
          <p class="quiet" role="status">
            {found.length} of {all.length} runs
          </p>
          <RowList
            label="Runs"
            items={found}
            keyOf={runKey}
            current={id}
            row={(run) => (
              <Row run={run} current={id} state={stateOf(run, isElsewhere(run), ofRuns.get(runKey(run)) ?? [])} />
            )}
          />
          {found.length === 0 && all.length > 0 && (
            <NothingFound
              thing="run"
              onShowAll={() => {
                asked.value = '';
              }}
            />
          )}
        </section>
      }
    >
      <section class="content" aria-label="Run">
        {chosen === undefined ? <NoRuns /> : <RunDetail key={id} name={chosen} />}
      </section>
    </Split>
  );
}

/** What to do before the first run. */
function NoRuns() {
  return (
    <p class="empty">
      No runs yet. Runs of your application appear here while they happen. A <a href="#/tools">call of a tool</a> has a
      run too.
    </p>
  );
}

function Row({
  run,
  current,
  state,
}: {
  readonly run: RunRow;
  readonly current: string | undefined;
  readonly state: RunState;
}) {
  return (
    <a class="row" data-row href={runLink(run)} aria-current={runKey(run) === current ? 'true' : undefined}>
      <span class={`status ${state.kind}`}>{state.text}</span>
      <span class="quiet">{clock(run.startedAt)}</span>
      <b>{personOf(run)}</b>
      <span class="said">{run.runId}</span>
    </a>
  );
}

interface RunState {
  readonly text: string;
  /** The name of the colour. */
  readonly kind: string;
}

/** Returns the worst state of the calls of a run, with their number, or whether the run is open. */
function stateOf(run: RunRow, isElsewhere: boolean, own: readonly CallRow[]): RunState {
  const count = countStates(own);
  const [kind, word] = Object.entries(PROBLEMS).find(([state]) => count(state) > 0) ?? [];
  if (kind !== undefined)
    return { kind, text: `${count(kind)} ${word === 'waits' && count(kind) > 1 ? 'wait' : word}` };
  if (isElsewhere) return { kind: '', text: 'ledger' };
  return run.endedAt === undefined ? { kind: 'running', text: 'open' } : { kind: '', text: 'ended' };
}

/** A number of calls in a state, which leads to the first of them: that of the model, if one is. */
function Count({ state, own }: { readonly state: 'failed' | 'retry'; readonly own: readonly CallRow[] }) {
  const found = own.filter((one) => callState(one) === state);
  const first = found.find(({ parent }) => parent === undefined) ?? found[0];
  if (first === undefined) return <>0 {PROBLEMS[state]}</>;
  return (
    <a href={`#/calls/${first.number}`}>
      {found.length} {PROBLEMS[state]}
    </a>
  );
}

function isOwned({ userId, tenantId }: RunName): boolean {
  return userId !== undefined || tenantId !== undefined;
}

/** Returns the run of an id. Undefined if there are several, of different users. */
function onlyOne(all: readonly RunRow[], runId: string): RunName | undefined {
  const found = all.filter((run) => run.runId === runId);
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the user and tenant of a run, or nothing. */
function personOf({ userId, tenantId }: RunRow): string {
  return [userId, tenantId].filter((one) => one !== undefined).join(' of ');
}

function RunDetail({ name }: { readonly name: RunName }) {
  const key = runKey(name);
  const run = runs.value.get(key);
  const { runId, userId, tenantId } = name;
  const own = calls.value.filter((one) => runKey(one) === key).reverse();
  const count = countStates(own);
  const repairs = own.reduce((sum, one) => sum + one.repairs, 0);
  const cached = own.filter((one) => one.isCached).length;
  const exhausted = own.filter((one) => one.isExhausted).length;
  return (
    <article>
      <a class="back" href="#/runs">
        All runs
      </a>
      <h2>{runId}</h2>
      <dl class="facts">
        {userId !== undefined && (
          <>
            <dt>User</dt>
            <dd>{userId}</dd>
          </>
        )}
        {tenantId !== undefined && (
          <>
            <dt>Tenant</dt>
            <dd>{tenantId}</dd>
          </>
        )}
        <dt>Time</dt>
        <dd>
          {run === undefined ? 'in another process, or before this page' : clock(run.startedAt)}
          {run?.endedAt !== undefined && `, ${duration(run.endedAt - run.startedAt)}`}
        </dd>
        <dt>Calls</dt>
        <dd>
          {own.length}: {count('success')} succeeded, <Count state="retry" own={own} />,{' '}
          <Count state="failed" own={own} />, {count('deferred')} wait, {repairs} repairs
          {cached > 0 && `, ${cached} from the cache`}
          {exhausted > 0 && `, ${exhausted} over the retry budget`}
        </dd>
      </dl>
      <TimeLine calls={own} />
      <Conversation run={name} ended={own.filter(({ ms }) => ms !== undefined).length} />
      {project.value?.hasLedger === true && <LedgerCalls run={name} />}
    </article>
  );
}
