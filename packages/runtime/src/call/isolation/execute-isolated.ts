import { HaftError, type ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import type { Effects } from '../call-parts.js';
import { readyToComplete } from '../arguments/completed-arguments.js';
import { contextOf } from '../context/context-of.js';
import { markBegun } from '../executor/begun.js';
import { adoptedOutcome } from '../outcome/adopted-outcome.js';
import { writeFailure } from '../outcome/outcomes.js';
import { signalOf } from '../context/signal-of.js';
import type { RunEvent } from '../../events/run-event.js';
import type { IsolatedJob } from '../../isolation/isolated-job.js';
import type { ThreadPool } from '../../isolation/thread-pool.js';

/**
 * Executes an accepted and decided call in a worker thread. The thread is stopped with the call, so
 * that an endless loop cannot hold it.
 *
 * @param check - called when a thread is free. An outcome of it answers the call.
 * @throws {HaftError} `HAFT_ISOLATION` if the worker cannot use the module of the host, or the job
 *   is not plain data
 */
export async function executeIsolated(
  call: Call,
  pool: ThreadPool,
  check: () => undefined | Promise<ToolOutcome | undefined>,
): Promise<ToolOutcome> {
  const job = jobOf(call, pool);
  const thread = await pool.take();
  if (call.stopped !== undefined) {
    pool.giveBack(thread);
    throw call.stopped;
  }
  const stop = (): void => void pool.discard(thread);
  const signal = signalOf(call);
  signal.addEventListener('abort', stop, { once: true });
  let thrown: Effects['thrown'];
  try {
    const refused = await check();
    if (refused !== undefined) return refused;
    const { run, id: callId, name: tool } = call;
    markBegun(call);
    const answer = await thread.run(job, (event) => {
      // An earlier call may have left code running in the thread. Its events do not belong to this
      // call.
      const isOwn = event.callId === callId && event.runId === run.id;
      if (!isOwn || !FROM_THE_TOOL.has(event.type)) return;
      if (event.type === 'exception' || event.type === 'mapped') thrown = { error: event.error };
      run.events.tell({ ...event, tool });
    });
    if ('mistake' in answer) throw unusable(call, answer.mistake);
    if ('unsendable' in answer) return writeFailure(call, new Error(answer.unsendable));
    if (answer.haltReason !== undefined) run.lifetime.halt(answer.haltReason);
    if (answer.reveals.length > 0) call.effects = { ...call.effects, reveals: answer.reveals };
    if (thrown !== undefined) call.effects = { ...call.effects, thrown };
    if (answer.outcome.status === 'deferred') await readyToComplete(call);
    return adoptedOutcome(call, answer.outcome, thrown);
  } catch (error) {
    // The end of a stopped thread is not a late result.
    throw whyStopped(call) ?? error;
  } finally {
    signal.removeEventListener('abort', stop);
    pool.giveBack(thread);
  }
}

/** A function, since the call may have been stopped while the thread worked. */
function whyStopped({ stopped }: Call): Error | undefined {
  return stopped;
}

/** Events that only the worker creates. This thread sends all others. */
const FROM_THE_TOOL: ReadonlySet<RunEvent['type']> = new Set([
  'progress',
  'custom',
  'exception',
  'mapped',
  'log',
] as const);

function jobOf(call: Call, pool: ThreadPool): IsolatedJob {
  const { run, id, state, wire = {} } = call;
  const { userId, tenantId, metadata } = run.options;
  const context = contextOf(call);
  const { retries, deadline, approval, idempotencyKey, calls } = context;
  const job = {
    run: { id: run.id, userId, tenantId, metadata, deps: pool.depsFor(context) },
    call: { id, name: state.planned.tool.ownName, arguments: wire },
    facts: {
      ...{ attempt: retries.attempt, maxRetries: retries.max, usage: calls.usage },
      ...{ deadline, approval, idempotencyKey, input: call.decided.input },
    },
  };
  try {
    // An error here shows that the data of the host are the cause.
    return structuredClone(job);
  } catch (cause) {
    const message = `The run of '${call.name}' cannot be sent to a worker thread: ${String(cause)}`;
    throw new HaftError('HAFT_ISOLATION', message, {
      hint: 'Let `metadata` of the run, and what `isolation.deps` of createRuntime returns, hold plain data only.',
      cause,
    });
  }
}

function unusable({ name }: Call, cause: Error): HaftError {
  return new HaftError('HAFT_ISOLATION', `'${name}' cannot run in a worker thread: ${cause.message}`, {
    hint: 'Let `isolation.module` of createRuntime name a compiled module that exports a runtime with this tool.',
    cause,
  });
}
