import { HaftError, type ToolOutcome, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { makeCall } from '../../call/make-call.js';
import type { RunEventListener } from '../../events/run-event.js';
import { IN_WORKER, type CallFacts, type RemoteExecution } from '../../isolation/isolated-job.js';
import type { ExecutedOutcome, PlainCall } from '../../ledger/call-executor.js';
import type { RuntimeDurablePort } from '../durable-feature.js';
import type { ResumableRun } from '../pending/resumable-run.js';
import type { RunOptions } from '../run-options.js';
import type { RunState } from '../state/run-state.js';
import { endOfMethod } from './end-of-method.js';
import { readPlainCall } from './read-plain-call.js';

/** Options of `runtime.executeCall`. */
export interface ExecuteCallOptions {
  /** The dependencies that the tool reads as `run.deps`. */
  readonly deps?: unknown;
  /** The attempt in the ledger, at least 1. Default: 1. */
  readonly attempt?: number;
  /**
   * Whether an attempt before this one died. It may have taken effect: a tool that only reads or is
   * idempotent runs again, its `reconcile` method is asked, and the end of every other call is
   * unknown. Default: false.
   */
  readonly isRecovered?: boolean;
  /**
   * Interrupts the call. If its method has begun, the outcome comes when the method settles. After
   * 30 seconds, the end is unknown.
   */
  readonly signal?: AbortSignal;
  /** Interrupts the call and does not wait for its method, because this process ends. */
  readonly stopSignal?: AbortSignal;
  /** Receives the events of the tool: progress, logs and custom events. */
  readonly onEvent?: RunEventListener;
}

/** The runtime that executes a call. */
export interface ExecutingRuntime {
  /** Starts a run. */
  readonly start: (options: RunOptions) => ResumableRun;
  readonly secret: string | undefined;
  /** Undefined without a ledger. */
  readonly durable: Pick<RuntimeDurablePort, 'executeQueued'> | undefined;
}

/**
 * Executes a call from another process in a run of its own.
 *
 * @throws {HaftError} `HAFT_INVALID_PENDING`, `HAFT_UNKNOWN_TOOL`
 */
export async function executeCall(
  { start, secret, durable }: ExecutingRuntime,
  given: PlainCall,
  options: ExecuteCallOptions,
): Promise<ExecutedOutcome> {
  refuseUnknownOptions('runtime.executeCall', options, OPTIONS);
  const call = readPlainCall(given, secret);
  if (call.background === true && durable !== undefined) return durable.executeQueued(call, options);
  const execution: RemoteExecution = {};
  const run = start(runOptionsOf(call, options, execution));
  try {
    await run.definitions();
    const state = run.toolbox.findWaiting(call.tool);
    if (state === undefined) throw unknown(call);
    if (state.planned.tool.definition.fingerprint !== call.definition) throw changed(call);
    const outcome = await makeCall(run, { id: call.id, name: call.tool, arguments: call.arguments });
    const end = await endOfMethod(outcome, { tool: state.planned.tool, execution, options });
    return withEffects(end, run, state.planned.tool.body.reconcile !== undefined);
  } finally {
    await run.end();
  }
}

/** Adds what the tool did to its run, which the run of the host repeats. */
function withEffects(
  outcome: ToolOutcome,
  { lifetime: { haltReason }, toolbox: { revealed } }: RunState,
  hasReconcile: boolean,
): ExecutedOutcome {
  const canReconcile = hasReconcile && outcome.status === 'interrupted';
  if (haltReason === undefined && revealed.size === 0 && !canReconcile) return outcome;
  return { ...outcome, run: { haltReason, reveals: [...revealed], ...(canReconcile && { canReconcile }) } };
}

function runOptionsOf(call: PlainCall, options: ExecuteCallOptions, execution: RemoteExecution): RunOptions {
  const { deps, attempt = 1, isRecovered = false, signal, stopSignal, onEvent } = options;
  const { id, userId, tenantId, metadata } = call.run;
  const { deadline, granted, input, effectKey, background } = call;
  const facts: CallFacts = {
    attempt: attempt - 1,
    maxRetries: MOST_RETRIES,
    deadline,
    approval: undefined,
    idempotencyKey: effectKey,
    usage: call.usage ?? { calls: 1, callsLeft: undefined, toolCalls: 1, toolCallsLeft: undefined },
    input,
    remote: { granted, isBackground: background === true, isRecovered, execution },
  };
  const runOptions = {
    id,
    deps,
    retries: MOST_RETRIES,
    // The other process found the tool.
    toolSearch: 'provider',
    [IN_WORKER]: facts,
    ...(userId === undefined ? {} : { userId }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(onEvent === undefined ? {} : { onEvent }),
    ...signalUntil(deadline, [signal, stopSignal]),
  } as const;
  return runOptions;
}

/** The other process counts the corrections. */
const MOST_RETRIES = 1000;

/** Returns a signal that aborts at the deadline, too. */
function signalUntil(
  deadline: number | undefined,
  given: readonly (AbortSignal | undefined)[],
): { readonly signal?: AbortSignal } {
  const left = deadline === undefined ? Infinity : Math.max(0, Math.ceil(deadline - Date.now()));
  const signals = [
    ...given.filter((signal) => signal !== undefined),
    ...(left > LONGEST_MS ? [] : [AbortSignal.timeout(left)]),
  ];
  return signals.length === 0 ? {} : { signal: AbortSignal.any(signals) };
}

/** Timers cannot wait for longer. */
const LONGEST_MS = 2 ** 31 - 1;

function unknown({ tool }: PlainCall): HaftError {
  return new HaftError('HAFT_UNKNOWN_TOOL', `The call of another process names '${tool}', which this runtime lacks.`, {
    hint: 'Give the runtime of the worker the same toolsets as the runtime that sends the call.',
  });
}

function changed({ tool, key }: PlainCall): HaftError {
  const message = `The call ${key} cannot be executed: '${tool}' has another definition here.`;
  return new HaftError('HAFT_INVALID_PENDING', message, {
    hint: 'Deploy the same version of the tools to the worker and to the process that sends the call.',
  });
}

const OPTIONS: OptionNames<ExecuteCallOptions> = {
  deps: true,
  attempt: true,
  isRecovered: true,
  signal: true,
  stopSignal: true,
  onEvent: true,
};
