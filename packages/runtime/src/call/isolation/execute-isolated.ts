import { HaftError, ToolFailed, type ToolOutcome } from '@haft/core';
import type { Call, OptionalState } from '../call.js';
import { readyToComplete } from '../arguments/completed-arguments.js';
import { contextOf } from '../context/context-of.js';
import { defer } from '../deferral/defer.js';
import { withCause } from '../outcome/outcomes.js';
import { signalOf } from '../context/signal-of.js';
import { writeFailure } from '../outcome/write-failure.js';
import type { RunEvent } from '../../events/run-event.js';
import type { IsolatedJob } from '../../isolation/isolated-job.js';
import type { ThreadPool } from '../../isolation/thread-pool.js';

/**
 * Executes an accepted and decided call in a worker thread, which is stopped when the call is: a loop that never ends cannot hold it.
 *
 * @throws HaftError `HAFT_ISOLATION` when the worker cannot use the host's module, or what it should be sent is no plain data
 */
export async function executeIsolated(call: Call, pool: ThreadPool): Promise<ToolOutcome> {
  const job = jobOf(call, pool);
  // An interceptor may execute a call again: then it has started before.
  if (call.optional.hasHadThread !== true) call.setOptional({ isWaiting: true });
  const thread = await pool.take();
  call.setOptional({ isWaiting: false, hasHadThread: true });
  if (call.stopped !== undefined) {
    pool.giveBack(thread);
    throw call.stopped;
  }
  const stop = (): void => void pool.discard(thread);
  const signal = signalOf(call);
  signal.addEventListener('abort', stop, { once: true });
  let thrown: OptionalState['thrown'];
  try {
    const { run, id: callId, name: tool } = call;
    const answer = await thread.run(job, (event) => {
      // What a call before left running in the thread may still report: that is none of this call's.
      const isOwn = event.callId === callId && event.runId === run.id;
      if (!isOwn || !FROM_THE_TOOL.has(event.type)) return;
      if (event.type === 'exception' || event.type === 'mapped') thrown = { error: event.error };
      run.tell({ ...event, tool });
    });
    if ('mistake' in answer) throw unusable(call, answer.mistake);
    if ('unsendable' in answer) return writeFailure(call, new Error(answer.unsendable));
    if (answer.haltReason !== undefined) run.halt(answer.haltReason);
    if (answer.reveals.length > 0) call.setOptional({ reveals: answer.reveals });
    if (thrown !== undefined) call.setOptional({ thrown });
    if (answer.outcome.status === 'deferred') await readyToComplete(call);
    return adopted(call, answer.outcome, thrown);
  } catch (error) {
    // The end of a thread that was stopped is no result that came late.
    throw whyStopped(call) ?? error;
  } finally {
    signal.removeEventListener('abort', stop);
    pool.giveBack(thread);
  }
}

/** Asked anew: it may have been stopped while the thread worked. */
function whyStopped({ stopped }: Call): Error | undefined {
  return stopped;
}

/** Events that only the worker knows of; the others are told here, once. */
const FROM_THE_TOOL: ReadonlySet<RunEvent['type']> = new Set([
  'progress',
  'custom',
  'exception',
  'mapped',
  'log',
] as const);

function jobOf(call: Call, pool: ThreadPool): IsolatedJob {
  const { run, id, state, wire = {} } = call;
  const { userId, metadata } = run.options;
  const context = contextOf(call);
  const { attempt, maxRetries, deadline, approval, idempotencyKey, usage } = context;
  const job = {
    run: { id: run.id, userId, metadata, deps: pool.depsFor(context) },
    call: { id, name: state.planned.tool.ownName, arguments: wire },
    facts: { attempt, maxRetries, deadline, approval, idempotencyKey, usage, input: call.optional.input },
  };
  try {
    // What cannot be sent is said here, where it is known whose mistake it is.
    return structuredClone(job);
  } catch (cause) {
    throw new HaftError(
      'HAFT_ISOLATION',
      `The run of '${call.name}' cannot be sent to a worker thread: ${String(cause)}`,
      {
        hint: 'Let `metadata` of the run, and what `isolation.deps` of createRuntime returns, hold plain data only.',
        cause,
      },
    );
  }
}

/** The outcome as that of this call: its budget is spent here, not in the worker, and here it waits for whom the tool asked for. */
function adopted(call: Call, outcome: ToolOutcome, thrown: OptionalState['thrown']): ToolOutcome {
  if (outcome.status === 'deferred') return defer(call, outcome.request.kind, outcome.request.metadata);
  if (outcome.status === 'retry') {
    call.state.rememberWords(outcome.text.split('\n', 1)[0] ?? '');
  }
  const facts = { callId: call.id, tool: call.name, repairs: call.repairs };
  if (outcome.status !== 'failed') return { ...outcome, ...facts };
  const own = { ...outcome, ...facts };
  // A `ToolFailed` is no event.
  return withCause(own, thrown === undefined ? new ToolFailed(outcome.text) : thrown.error);
}

function unusable({ name }: Call, cause: Error): HaftError {
  return new HaftError('HAFT_ISOLATION', `'${name}' cannot run in a worker thread: ${cause.message}`, {
    hint: 'Let `isolation.module` of createRuntime name a compiled module that exports a runtime with this tool.',
    cause,
  });
}
