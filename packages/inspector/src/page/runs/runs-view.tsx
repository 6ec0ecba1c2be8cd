import { useSignal } from '@preact/signals';
import { runKey, type RunName } from '../../history/run-name.js';
import { get } from '../api.js';
import { FindInput, NothingFound } from '../parts/find-input.js';
import { RowList } from '../parts/row-list.js';
import { Split } from '../parts/split.js';
import { clock, duration } from '../parts/times.js';
import { useFirst } from '../parts/use-first.js';
import { useLoaded } from '../parts/use-loaded.js';
import { calls, project, route, runs } from '../state.js';
import type { RunRow } from '../types.js';
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
  const waits = new Set(calls.value.filter(({ status }) => status === 'deferred').map(runKey));
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
            row={(run) => <Row run={run} current={id} state={stateOf(run, isElsewhere(run), waits)} />}
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
      <span class={`status ${STATE_CLASSES[state]}`}>{state}</span>
      <span class="quiet">{clock(run.startedAt)}</span>
      <b>{personOf(run)}</b>
      <span class="said">{run.runId}</span>
    </a>
  );
}

type RunState = 'open' | 'waits' | 'ended' | 'ledger';
const STATE_CLASSES: Readonly<Record<RunState, string>> = { open: 'running', waits: 'deferred', ended: '', ledger: '' };

/** Returns the state of a run. One that ended with open requests continues when they are decided. */
function stateOf(run: RunRow, isElsewhere: boolean, waits: ReadonlySet<string>): RunState {
  if (waits.has(runKey(run))) return 'waits';
  if (isElsewhere) return 'ledger';
  return run.endedAt === undefined ? 'open' : 'ended';
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
  const told = own.filter(({ failure }) => failure !== undefined).length;
  const count = (status: string): number => own.filter((one) => one.status === status).length;
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
          {own.length}: {count('success') - told} succeeded, {count('retry')} to correct, {count('failed') + told}{' '}
          failed, {count('deferred')} wait, {repairs} repairs
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
