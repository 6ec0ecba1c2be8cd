import { useSignal } from '@preact/signals';
import { RowList } from '../parts/row-list.js';
import { clock, duration } from '../parts/times.js';
import { calls, route, runs } from '../state.js';
import type { RunRow } from '../types.js';
import { TimeLine } from './time-line.js';

/** The runs of the process, and the time line of one. */
export function RunsView() {
  const asked = useSignal('');
  const [, id] = route.value;
  const all = [...runs.value.values()].sort((a, b) => b.startedAt - a.startedAt);
  const word = asked.value.toLowerCase();
  const found = all.filter(({ runId, userId = '', tenantId = '' }) =>
    `${runId} ${userId} ${tenantId}`.toLowerCase().includes(word),
  );
  return (
    <div class={id === undefined ? 'split' : 'split open'}>
      <section class="side" aria-label="Runs">
        <input
          type="search"
          aria-label="Find runs"
          placeholder="Find runs: id, user, tenant"
          value={asked.value}
          onInput={(event) => void (asked.value = event.currentTarget.value)}
        />
        <p class="quiet" role="status">
          {found.length} of {all.length} runs
        </p>
        <RowList label="Runs" items={found} keyOf={(run) => run.runId} row={(run) => <Row run={run} current={id} />} />
      </section>
      <section class="content" aria-label="Run">
        {id === undefined ? <p class="empty">Choose a run.</p> : <RunDetail key={id} id={id} />}
      </section>
    </div>
  );
}

function Row({ run, current }: { readonly run: RunRow; readonly current: string | undefined }) {
  return (
    <a
      class="row"
      href={`#/runs/${encodeURIComponent(run.runId)}`}
      aria-current={run.runId === current ? 'true' : undefined}
    >
      <span class={run.endedAt === undefined ? 'status running' : 'status'}>
        {run.endedAt === undefined ? 'open' : 'ended'}
      </span>
      <b>{run.runId}</b>
      <span class="quiet">{clock(run.startedAt)}</span>
      <span class="said">{[run.userId, run.tenantId].filter((one) => one !== undefined).join(' of ')}</span>
    </a>
  );
}

function RunDetail({ id }: { readonly id: string }) {
  const run = runs.value.get(id);
  const own = calls.value.filter(({ runId }) => runId === id).reverse();
  const count = (status: string): number => own.filter((one) => one.status === status).length;
  const repairs = own.reduce((sum, one) => sum + one.repairs, 0);
  return (
    <article>
      <a class="back" href="#/runs">
        All runs
      </a>
      <h2>{id}</h2>
      <dl class="facts">
        {run?.userId !== undefined && (
          <>
            <dt>User</dt>
            <dd>{run.userId}</dd>
          </>
        )}
        {run?.tenantId !== undefined && (
          <>
            <dt>Tenant</dt>
            <dd>{run.tenantId}</dd>
          </>
        )}
        <dt>Time</dt>
        <dd>
          {run === undefined ? 'before this page' : clock(run.startedAt)}
          {run?.endedAt !== undefined && `, ${duration(run.endedAt - run.startedAt)}`}
        </dd>
        <dt>Calls</dt>
        <dd>
          {own.length}: {count('success')} succeeded, {count('retry')} to correct, {count('failed')} failed,{' '}
          {count('deferred')} wait, {repairs} repairs
        </dd>
      </dl>
      <TimeLine calls={own} />
    </article>
  );
}
